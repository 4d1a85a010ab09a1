import { expect, test } from 'vitest';
import type { Outflow } from './outflows.ts';
import { explainLines, type LeftLine } from './outgoingLines.ts';

const NOON = Date.parse('2026-11-20T12:00:00+07:00');
const at = (minutes: number) => new Date(NOON + minutes * 60_000);
const line = (key: string, amount: bigint, minutes = 0, more: Partial<LeftLine> = {}): LeftLine => ({
  key,
  amount,
  at: at(minutes),
  isDay: false,
  reference: '',
  ...more,
});
const flow = (subject: string, amount: bigint, minutes = 0, more: Partial<Outflow> = {}): Outflow => ({
  subject,
  amount,
  at: at(minutes),
  reference: '',
  standing: 'BOOKED',
  within: null,
  ...more,
});
const subjects = (lines: LeftLine[], flows: Outflow[]) =>
  Object.fromEntries([...explainLines(lines, flows)].map(([key, { subject }]) => [key, subject]));

test('each line is explained once: by its reference, by the nearest of its amount, and by what is booked before what is open', () => {
  const lines = [
    line('a', 100n, 5),
    line('b', 100n, 60, { reference: 'R9' }),
    line('c', 100n, 90),
    line('d', 7n),
  ];
  const flows = [
    flow('withdrawal:1', 100n, 0, { reference: 'R9' }),
    flow('withdrawal:2', 100n, 2, { standing: 'OPEN' }),
    flow('cashEntry:3', 100n, 1),
  ];
  expect(subjects(lines, flows)).toEqual({ b: 'withdrawal:1', a: 'cashEntry:3', c: 'withdrawal:2' });
  expect(subjects(lines.toReversed(), flows.toReversed())).toEqual(subjects(lines, flows));
});

test('a bank enters a payout up to three days later and not before; a day alone covers its day', () => {
  const one = [flow('withdrawal:1', 100n)];
  expect(subjects([line('a', 100n, -61)], one)).toEqual({});
  expect(subjects([line('a', 100n, 3 * 24 * 60)], one)).toEqual({ a: 'withdrawal:1' });
  expect(subjects([line('a', 100n, 3 * 24 * 60 + 1)], one)).toEqual({});
  expect(subjects([line('a', 100n, -720, { isDay: true })], one)).toEqual({ a: 'withdrawal:1' });
  expect(subjects([line('a', 101n)], one)).toEqual({});
});

test('the line of a whole bank file explains its payouts, so that no second line is one of them', () => {
  const flows = [
    flow('payoutBatch:7', 300n),
    flow('withdrawal:1', 100n, 0, { within: 'payoutBatch:7' }),
    flow('withdrawal:2', 200n, 0, { within: 'payoutBatch:7' }),
  ];
  expect(subjects([line('a', 300n, 5), line('b', 100n, 10)], flows)).toEqual({ a: 'payoutBatch:7' });
  expect(subjects([line('b', 100n, 5), line('a', 300n, 10)], flows)).toEqual({ b: 'withdrawal:1' });
});

test('an entry with its fee explains one line of both, or one line of each', () => {
  const flows = [
    flow('cashEntry:3', 200n, 0, { within: 'cashWhole:3', reference: 'BK7' }),
    flow('cashFee:3', 10n, 0, { within: 'cashWhole:3' }),
    flow('cashWhole:3', 210n, 0, { reference: 'BK7' }),
  ];
  expect(subjects([line('a', 210n, 1, { reference: 'BK7' }), line('b', 10n, 2)], flows)).toEqual({
    a: 'cashWhole:3',
  });
  expect(subjects([line('a', 200n, 1), line('b', 10n, 2), line('c', 210n, 3)], flows)).toEqual({
    a: 'cashEntry:3',
    b: 'cashFee:3',
  });
});

test('what has not left by our books explains a line only if nothing else does, while it waited', () => {
  const unpaid = flow('withdrawal:9', 100n, -2_000, { standing: 'UNPAID', until: at(5) });
  expect(
    subjects([line('a', 100n)], [unpaid, flow('withdrawal:1', 100n, -60, { standing: 'OPEN' })]),
  ).toEqual({
    a: 'withdrawal:1',
  });
  expect(subjects([line('a', 100n)], [unpaid])).toEqual({ a: 'withdrawal:9' });
  expect(subjects([line('a', 100n, -2_061)], [unpaid])).toEqual({});
  expect(subjects([line('a', 100n, 3 * 24 * 60 + 6)], [unpaid])).toEqual({});
});
