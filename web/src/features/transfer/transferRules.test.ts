import { WALLET } from '@krapao/contract/walletCode';
import { expect, test } from 'vitest';
import { balancesAfter, collectable, transferProblem } from './transferRules.ts';

const wallet = { code: WALLET, name: 'Wallet', amount: 8_420.5 };
const game = { code: 'pg', name: 'Dok Mali', amount: 0.1 };

test('TRF-02 source and destination must be chosen', () => {
  expect(transferProblem(null, game, 100)).toBe('selectAccount');
  expect(transferProblem(wallet, null, 100)).toBe('selectAccount');
  expect(transferProblem(null, null, 0)).toBe('selectAccount');
});

test('TRF-02 source and destination must differ', () => {
  expect(transferProblem(game, game, 0.1)).toBe('sameAccount');
});

test('TRF-02 the amount is at least 1 baht', () => {
  expect(transferProblem(wallet, game, 0)).toBe('minimum');
  expect(transferProblem(wallet, game, 0.99)).toBe('minimum');
  expect(transferProblem(wallet, game, 1)).toBeNull();
});

test('TRF-02 more than the source holds is named before it is sent', () => {
  expect(transferProblem(wallet, game, 8_420.5)).toBeNull();
  expect(transferProblem(wallet, game, 8_420.51)).toBe('balance');
  expect(transferProblem(wallet, null, 9_000)).toBe('balance');
});

test('TRF-02 the preview of both balances is exact', () => {
  expect(balancesAfter(wallet, game, 1_000.2)).toEqual({ from: 7_420.3, to: 1_000.3 });
  expect(balancesAfter(game, wallet, 1)).toEqual({ from: -0.9, to: 8_421.5 });
});

test('TRF-01 collecting brings everything but what is there already', () => {
  expect(collectable([wallet, game, { ...game, code: 'imi', amount: 0.2 }], WALLET)).toBe(0.3);
  expect(collectable([wallet, game], 'pg')).toBe(8_420.5);
});
