import { expect, test } from 'vitest';
import { WALLET } from '../../lib/walletCode.ts';
import { balancesAfter, collectable, transferProblem } from './transferRules.ts';

const wallet = { code: WALLET, name: 'Wallet', amount: 8_420.5 };
const game = { code: 'pg', name: 'Dok Mali', amount: 0.1 };

test('TRF-02 source and destination must be chosen', () => {
  expect(transferProblem(null, 'pg', 100)).toBe('selectAccount');
  expect(transferProblem(WALLET, null, 100)).toBe('selectAccount');
  expect(transferProblem(null, null, 0)).toBe('selectAccount');
});

test('TRF-02 source and destination must differ', () => {
  expect(transferProblem('pg', 'pg', 100)).toBe('sameAccount');
});

test('TRF-02 the amount is at least 1 baht', () => {
  expect(transferProblem(WALLET, 'pg', 0)).toBe('minimum');
  expect(transferProblem(WALLET, 'pg', 0.99)).toBe('minimum');
  expect(transferProblem(WALLET, 'pg', 1)).toBeNull();
});

test('TRF-02 the preview of both balances is exact', () => {
  expect(balancesAfter(wallet, game, 1_000.2)).toEqual({ from: 7_420.3, to: 1_000.3 });
  expect(balancesAfter(game, wallet, 1)).toEqual({ from: -0.9, to: 8_421.5 });
});

test('TRF-01 collecting brings everything but what is there already', () => {
  expect(collectable([wallet, game, { ...game, code: 'imi', amount: 0.2 }], WALLET)).toBe(0.3);
  expect(collectable([wallet, game], 'pg')).toBe(8_420.5);
});
