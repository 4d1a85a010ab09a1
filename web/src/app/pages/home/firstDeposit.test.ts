import { expect, test } from 'vitest';
import type { DepositBank, DepositLookup } from '../../../features/deposits/channels.ts';
import { leastDeposit } from './firstDeposit.ts';

const bank = (mode: string, minimum?: number) =>
  ({
    mode,
    ...(minimum !== undefined && { gateway: { presets: [], minimum, isPage: false } }),
  }) as unknown as DepositBank;
const least = (depositMin: number, banks: DepositBank[], more: Partial<DepositLookup> = {}) =>
  leastDeposit({ banks, wallets: [], isManual: false, depositMin, ...more });

test('DEP-09 the first deposit begins at the least of all ways that are open', () => {
  expect(least(1, [bank('AUTO')])).toBe(1);
  expect(least(20, [bank('QR')])).toBe(20);
  expect(least(1, [bank('QR', 100), bank('QR', 50)])).toBe(50);
  expect(least(80, [bank('QR', 100), bank('QR', 50)])).toBe(80);
  expect(least(5, [bank('QR', 100), bank('SLIP')])).toBe(5);
  const wallets = [{}] as DepositLookup['wallets'];
  expect([1, 5].map((depositMin) => least(depositMin, [], { wallets }))).toEqual([2, 5]);
});

test('DEP-01 without an open way there is nothing to begin with', () => {
  expect(least(1, [])).toBeNull();
  expect(least(1, [bank('AUTO')], { restsUntil: '2026-11-28T05:00:00.000Z' })).toBeNull();
});
