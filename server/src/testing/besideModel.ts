import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { histories } from './budget.ts';

/**
 * An atomic part of an operation on a model's state: it changes the state and answers the operation's result, or the
 * next part. Parts of other operations may run in between.
 */
export type Part<State> = (state: State) => string | Part<State>;

export interface Rig<State, Op> {
  /** Plain data: numbers, texts, arrays. */
  initial: State;
  /** The effect of the operation, implemented without the code under test. */
  model(op: Op): Part<State>;
  /** Executes the operation. @returns its result, in the model's words */
  execute(op: Op): Promise<string>;
  /** The observable state after a step, and the state that the model expects. */
  observe(): Promise<unknown>;
  expected(state: State): unknown;
}

/**
 * Runs steps beside a model; the operations of one step run in parallel. At least one order of their parts must explain
 * both their results and the observed state. Different orders may look alike and still leave different states, which
 * only a later step can distinguish, so all matching states are kept.
 * @throws Error naming the step that no order explains
 */
async function runBesideModel<State, Op>(rig: Rig<State, Op>, steps: readonly Op[][]): Promise<void> {
  let states = [rig.initial];
  for (const [nth, ops] of steps.entries()) {
    const ends = await Promise.all(ops.map((op) => rig.execute(op)));
    const seen = await rig.observe();
    const running = ops.map((op, index) => ({ part: rig.model(op), end: ends[index] ?? '' }));
    const ways = states.flatMap((state) => waysOf(state, running));
    const explained = ways.filter((way) => isDeepStrictEqual(rig.expected(way), seen));
    if (explained.length === 0)
      throw new Error(
        `Nothing explains step ${nth}: ${show(ops)}\nended ${show(ends)}\nfrom ${show(states)}\nseen ${show(seen)}\n` +
          `not ${show(ways.slice(0, 4).map((way) => rig.expected(way)))}`,
      );
    states = different(explained);
  }
}

const different = <State>(states: readonly State[]): State[] => [
  ...new Map(states.map((state) => [JSON.stringify(state), state])).values(),
];

interface Running<State> {
  part: Part<State> | undefined;
  end: string;
}

/** The states that are reachable by an order of the parts in which each operation has its real result. */
function waysOf<State>(state: State, running: readonly Running<State>[]): State[] {
  const visited = new Set<string>();
  const search = (now: State, ops: readonly (Running<State> & { done: number })[]): State[] => {
    const place = JSON.stringify([now, ops.map(({ done }) => done)]);
    if (visited.has(place)) return [];
    visited.add(place);
    if (ops.every(({ part }) => part === undefined)) return [now];
    return ops.flatMap((op, index) => {
      if (op.part === undefined) return [];
      const after = structuredClone(now);
      const next = op.part(after);
      if (typeof next === 'string' && next !== op.end) return [];
      const part = typeof next === 'string' ? undefined : next;
      return search(after, ops.with(index, { ...op, part, done: op.done + 1 }));
    });
  };
  return search(
    state,
    running.map((one) => ({ ...one, done: 0 })),
  );
}

const show = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one));

const HANDFUL = 4;

interface Histories<State, Op> {
  /** Number of histories in `npm test` and in `npm run soak`. */
  budget: readonly [inGate: number, inSoak: number];
  /** True when histories may run in parallel: no rig's jobs work on the rows of another rig. */
  areApart: boolean;
  op: fc.Arbitrary<Op>;
  /** Operations that run alone in a step, because the model of the others would depend on their parts. */
  alone?: (op: Op) => boolean;
  newRig: () => Promise<Rig<State, Op>>;
  first?: Op[][];
  /** Checked once, after all histories: what a ledger that only grows has lost stays lost. */
  after: () => Promise<void>;
}

/** Runs random histories beside a model, each in a fresh rig. */
export async function checkHistories<State, Op>(check: Histories<State, Op>): Promise<void> {
  const { budget, areApart, op, alone = () => false, newRig, first = [], after } = check;
  const handfuls = fc.array(steps(op, alone), { minLength: HANDFUL, maxLength: HANDFUL });
  await fc.assert(
    fc.asyncProperty(handfuls, async (all) => {
      const run = async (history: Op[][]) => runBesideModel(await newRig(), [...first, ...history]);
      if (areApart) await Promise.all(all.map(run));
      else for (const history of all) await run(history);
    }),
    { numRuns: Math.ceil(histories(...budget) / HANDFUL), endOnFailure: true },
  );
  await after();
}

/** Steps of one to three parallel operations. */
function steps<Op>(op: fc.Arbitrary<Op>, alone: (op: Op) => boolean): fc.Arbitrary<Op[][]> {
  return fc
    .array(fc.array(op, { minLength: 1, maxLength: 3 }), { minLength: 7, maxLength: 14, size: 'max' })
    .map((all) => all.flatMap((ops) => (ops.some(alone) ? ops.map((one) => [one]) : [ops])));
}
