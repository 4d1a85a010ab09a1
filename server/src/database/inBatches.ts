import type { Db } from './connect.ts';

/** How single items are put together to calls. */
export interface Batching {
  /** Items in one call at most. */
  most: number;
  /** Calls under way at the same time at most; what comes meanwhile waits and goes together. */
  atOnce: number;
  /** How long an item waits for company while no call is under way; 0 is until what has already arrived was read. */
  waitMs: number;
  /** How long it waits while calls are under way, whose end sends what waits: another goes beside slow ones alone. */
  besideMs: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one call of many items out of many calls of one item. An item never joins a call that is under way, so that
 * what is read was true after it was asked for.
 * @param run answers the items in their order; an Error is the failure of that item alone, a throw that of all
 */
export function inBatches<Item, Result>(
  run: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  { most, atOnce, waitMs, besideMs }: Batching,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let cancel: (() => void) | undefined;

  function schedule(): void {
    if (cancel !== undefined || running >= atOnce || waiting.length === 0) return;
    const ms = running === 0 ? waitMs : besideMs;
    if (ms === 0) {
      const handle = setImmediate(flush);
      cancel = () => clearImmediate(handle);
    } else {
      const handle = setTimeout(flush, ms);
      cancel = () => clearTimeout(handle);
    }
  }

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    void settle(batch).finally(() => {
      running -= 1;
      if (waiting.length > 0) flush();
    });
    schedule();
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [nth, { resolve, reject }] of batch.entries()) {
        const result = results[nth];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= most && running < atOnce) flush();
      else schedule();
    });
}

// Not all that wait, as everybody who got an answer at once asks again at once: node and database would wait in turns.
const READING = { most: 32, atOnce: 2, waitMs: 0, besideMs: 1 };

/**
 * Reads of single items that go to the database together where they come at the same time; a lone one goes at once.
 * @param read answers the items in their order
 */
export function readerOf<Item, Result>(
  read: (db: Db, items: Item[]) => Promise<Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  const readers = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return (db, item) => {
    const reader = readers.get(db) ?? inBatches((items: Item[]) => read(db, items), READING);
    readers.set(db, reader);
    return reader(item);
  };
}
