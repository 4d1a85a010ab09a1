import { expect, test } from 'vitest';
import { totalsOf } from './totals.ts';

const slot = (amount: number) => ({ amount }) as never;

test('HOM-02 the total is the wallet and every game, exact to the satang', () => {
  const wallet = { amount: 0.1, inTransfer: { amount: 50 } };
  const totals = totalsOf({ wallet, slots: [slot(0.2), slot(0.3), slot(1_000_000.01)] });
  expect(totals).toEqual({ total: 1_000_000.61, wallet: 0.1, inGames: 1_000_000.51, inTransfer: 50 });
});

test('HOM-02 without game accounts the total is the wallet', () => {
  expect(totalsOf({ wallet: { amount: 8_420.5, inTransfer: { amount: 0 } }, slots: [] }).total).toBe(8_420.5);
});
