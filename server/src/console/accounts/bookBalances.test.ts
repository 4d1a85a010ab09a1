import { expect, test } from 'vitest';
import { balancesOf, type Moved } from './bookBalances.ts';

const NOON = Date.parse('2026-11-20T12:00:00+07:00');
const at = (minutes: number) => new Date(NOON + minutes * 60_000);
const moved = (amount: bigint, minutes: number, told?: bigint, more: Partial<Moved> = {}): Moved => ({
  at: at(minutes),
  amount,
  isReversed: false,
  told: told === undefined ? null : { balance: told, at: at(minutes), isDay: false },
  ...more,
});
const shown = (lines: Moved[], before = 1_000n) =>
  balancesOf(lines, before).map(({ balance, told }) => [balance, told?.difference ?? null]);

test('the balance after each line, and what the bank’s differs by', () => {
  expect(
    shown([
      moved(100n, 0, 1_100n),
      moved(-40n, 5),
      moved(500n, 6, undefined, { isReversed: true }),
      moved(10n, 9, 1_060n),
    ]),
  ).toEqual([
    [1_100n, 0n],
    [1_060n, null],
    [1_060n, null],
    [1_070n, -10n],
  ]);
});

test('a payout that the bank entered later, lines of one minute, and days without times make no difference', () => {
  const late = { balance: 1_060n, at: at(60), isDay: false };
  expect(shown([moved(-40n, 0, undefined, { told: late }), moved(100n, 30, 1_100n)])).toEqual([
    [960n, 0n],
    [1_060n, 0n],
  ]);
  expect(shown([moved(100n, 0, 1_300n), moved(200n, 0, 1_200n)])).toEqual([
    [1_100n, 0n],
    [1_300n, 0n],
  ]);
  const day = (balance: bigint) => ({ told: { balance, at: at(-720), isDay: true } });
  expect(shown([moved(100n, 0, undefined, day(1_300n)), moved(200n, 3, undefined, day(1_200n))])).toEqual([
    [1_100n, 0n],
    [1_300n, 0n],
  ]);
});
