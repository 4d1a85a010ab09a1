import { expect, test } from 'vitest';
import { totalsOf } from './totals.ts';

const slot = (amount: number) => ({ amount }) as never;

test('HOM-02 the total is the wallet and every game, exact to the satang', () => {
  const wallet = { amount: 0.1, inTransfer: { amount: 50 }, onTheWay: [] };
  const totals = totalsOf({ wallet, slots: [slot(0.2), slot(0.3), slot(1_000_000.01)] });
  expect(totals).toEqual({
    total: 1_000_000.61,
    wallet: 0.1,
    inGames: 1_000_000.51,
    inTransfer: 50,
    payingOut: 0,
    checked: 0,
  });
});

test('HOM-02 without game accounts the total is the wallet', () => {
  expect(
    totalsOf({ wallet: { amount: 8_420.5, inTransfer: { amount: 0 }, onTheWay: [] }, slots: [] }).total,
  ).toBe(8_420.5);
});

test('HOM-02 what is on its way is named: payouts with their sum, deposits with their number', () => {
  const onTheWay = [
    { kind: 'withdrawal', amount: 100.1 },
    { kind: 'withdrawal', amount: 0.2 },
    { kind: 'slip', amount: null },
    { kind: 'gift', amount: null },
  ] as const;
  const wallet = { amount: 10, inTransfer: { amount: 0 }, onTheWay: [...onTheWay] };
  expect(totalsOf({ wallet, slots: [] })).toMatchObject({ total: 10, payingOut: 100.3, checked: 2 });
});
