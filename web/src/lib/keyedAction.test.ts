import type { Outcome } from '@krapao/contract/api/outcome';
import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { type KeyedRules, runKeyed } from './keyedAction.ts';

const lost = new ApiError('offline', 0, '');
const refused = new ApiError('refused', 409, '', 'MONEY_NOT_ENOUGH');
const outcome = (state: Outcome['state'], code: string | null = null) =>
  ({ state, kind: 'transfer', id: '1', amount: 300, code }) as Outcome;

/** A run against a server that gives these answers and then repeats the last one, until it was asked `asks` times. */
async function runWith(
  given: {
    sends: readonly unknown[];
    outcomes?: readonly (Outcome | null)[];
    asks?: number;
    cannotAsk?: true;
  } & KeyedRules,
) {
  const { sends, outcomes = [null], asks = 20, cannotAsk, ...rules } = given;
  const told: string[] = [];
  let waited = 0;
  const count = { send: 0, ask: 0 };
  const next = <T>(of: readonly T[], name: keyof typeof count) => {
    count[name] += 1;
    return of[Math.min(count[name], of.length) - 1] as T;
  };
  const end = await runKeyed({
    ...rules,
    send: async () => {
      const answer = next(sends, 'send');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ask: async () => next(outcomes, 'ask'),
    canAsk: () => !cannotAsk,
    pause: async (ms) => {
      waited += ms;
    },
    isWanted: () => count.ask < asks,
    onPhase: (phase) => told.push(phase),
  });
  return { end, phases: told, waited, ...count };
}

test('TRF-01 a call that answers is sent once, and nobody is asked what became of it', async () => {
  expect(await runWith({ sends: ['done'] })).toMatchObject({
    end: { kind: 'answer', answer: 'done' },
    phases: ['sending'],
    send: 1,
    ask: 0,
  });
});

test('TRF-01 a refusal is the end; it is neither sent again nor asked about', async () => {
  expect(await runWith({ sends: [refused] })).toMatchObject({
    end: { kind: 'failed', error: refused },
    send: 1,
    ask: 0,
  });
});

test('TRF-01 a lost answer is asked for, and the call never sent again', async () => {
  const run = await runWith({ sends: [lost], outcomes: [null, outcome('unknown'), outcome('done')] });
  expect(run).toMatchObject({ phases: ['sending', 'checking'], send: 1, ask: 3 });
  expect(run.end).toEqual({ kind: 'outcome', outcome: outcome('done') });
});

test('TRF-04 what the server knows as refused is refused, with its code', async () => {
  const { end } = await runWith({ sends: [lost], outcomes: [outcome('refused', 'TRANSFER_FAIL')] });
  expect(end).toMatchObject({ kind: 'failed', error: { code: 'TRANSFER_FAIL' } });
  const unsaid = await runWith({ sends: [lost], outcomes: [outcome('refused')] });
  expect(unsaid.end).toEqual({ kind: 'failed', error: null });
});

test('TRF-01 after six seconds without a word it is unclear, and goes on being asked', async () => {
  const silent = Array.from({ length: 7 }, () => null);
  const run = await runWith({ sends: [lost], outcomes: [...silent, outcome('done')] });
  expect(run).toMatchObject({ phases: ['sending', 'checking', 'unclear'], send: 1, ask: 8 });
  expect(run.waited).toBe(4 * 1_500 + 4 * 4_000);
});

test('TRF-01 where the server cannot be asked, a lost answer is told as such, and the call never sent again', async () => {
  expect(await runWith({ sends: [lost], cannotAsk: true })).toMatchObject({
    end: { kind: 'failed', error: { reason: 'untold' } },
    waited: 0,
    send: 1,
    ask: 0,
  });
});

test('TRF-01 a form that has gone asks no more and is told nothing', async () => {
  const run = await runWith({ sends: [lost], asks: 2, outcomes: [null, outcome('done')] });
  expect(run).toMatchObject({ end: null, ask: 2 });
  expect((await runWith({ sends: ['done'], asks: 0 })).end).toBeNull();
});

test('DEP-06 what ends in a moment is waited for; anything else is told as under way', async () => {
  const outcomes = [outcome('under_way'), outcome('done')];
  expect((await runWith({ sends: [lost], outcomes, waitsForEnd: true })).end).toEqual({
    kind: 'outcome',
    outcome: outcome('done'),
  });
  expect((await runWith({ sends: [lost], outcomes })).end).toEqual({
    kind: 'outcome',
    outcome: outcome('under_way'),
  });
});

test('SPN-02 where the answer alone says what was won, a call that is done is sent again for it', async () => {
  const run = await runWith({
    sends: [lost, lost, 'prize'],
    outcomes: [outcome('unknown'), outcome('done')],
    needsAnswer: true,
  });
  expect(run).toMatchObject({ end: { kind: 'answer', answer: 'prize' }, send: 3, ask: 3 });
});
