/** Whose work takes a turn. One of them has at most one turn at a time in one queue, however much waits. */
export interface TurnTaker {
  name: string;
  /** Who inside it: parts take the turns of their taker one after the other. */
  part?: string;
}

export const memberTurn = (id: bigint): TurnTaker => ({ name: `member ${id}` });
export const operatorTurn = (id: bigint): TurnTaker => ({ name: `operator ${id}` });
/** All guests together are one taker: a stranger has as many identities as they like. @param address its addressKey */
export const guestTurn = (address: string): TurnTaker => ({ name: 'guests', part: address });
/** @param host of the maker whose answer is read */
export const makerTurn = (host: string): TurnTaker => ({ name: `maker ${host}` });

type Begin = () => void;

/**
 * Turns for costly work: a few at once, and everybody who waits gets one turn before anybody gets a second
 * (docs/decisions/302-turns-by-whose-work-it-is.md).
 */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Set<string>();
  /** Who waits, in the order of their next turns; of each the parts, in the same way. */
  readonly #waiting = new Map<string, Map<string, Begin[]>>();

  /** @param atOnce how many turns run at once */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Does `work` in the taker's next turn. @throws errors of `work` */
  async take<Result>({ name, part = '' }: TurnTaker, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      const parts = this.#waiting.get(name) ?? new Map<string, Begin[]>();
      this.#waiting.set(name, parts);
      const line = parts.get(part) ?? [];
      parts.set(part, line);
      line.push(begin);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#running.delete(name);
      // Behind all who wait now: what came during the turn would stand before them.
      const parts = this.#waiting.get(name);
      if (parts !== undefined) {
        toEnd(parts, part);
        toEnd(this.#waiting, name);
      }
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (const [name, parts] of this.#waiting) {
      if (this.#running.size >= this.#atOnce) return;
      if (this.#running.has(name)) continue;
      this.#running.add(name);
      const begin = takeFirst(parts);
      if (parts.size === 0) this.#waiting.delete(name);
      begin?.();
    }
  }
}

function takeFirst(parts: Map<string, Begin[]>): Begin | undefined {
  for (const [part, waiting] of parts) {
    const begin = waiting.shift();
    if (waiting.length === 0) parts.delete(part);
    return begin;
  }
  return undefined;
}

function toEnd<Value>(line: Map<string, Value>, name: string): void {
  const value = line.get(name);
  if (value === undefined) return;
  line.delete(name);
  line.set(name, value);
}
