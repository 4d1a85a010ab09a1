import { expect, test } from 'vitest';
import { formatOf } from './statementFormat.ts';

test('DEP-06 chosen columns are a format: one column of money, or one for each direction', () => {
  const writing = { years: 'BUDDHIST' } as const;
  expect(formatOf(1, { date: 0, amount: 2 }, writing)).toEqual({
    headerLine: 1,
    date: 0,
    amount: 2,
    years: 'BUDDHIST',
  });
  expect(formatOf(3, { date: 0, amount: 2, out: 1, balance: 4 }, {})).toEqual({
    headerLine: 3,
    date: 0,
    in: 2,
    out: 1,
    balance: 4,
  });
  expect(formatOf(1, { date: 0 }, writing)).toBeUndefined();
});
