import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  baseOf,
  earlyEndCostOf,
  excessOf,
  floorOf,
  shareDown,
  shareUp,
  type Terms,
  targetOf,
  turnoverOf,
  verdictOf,
} from './terms.ts';

const terms = (change: Partial<Terms> = {}): Terms => ({
  deposit: 333_33n,
  bonus: 66_66n,
  successBps: 250_00,
  failBps: 10_00,
  turnoverBps: 0,
  maximumPayout: null,
  ...change,
});

test('BON-01 worked example: base, target, floor and turnover to the satang', () => {
  const example = terms({ turnoverBps: 300_00 });
  expect(baseOf(example)).toBe(399_99n);
  // 399.99 × 2.5 = 999.975: the target is rounded up.
  expect(targetOf(example)).toBe(999_98n);
  // 399.99 × 0.1 = 39.999: the floor is rounded down.
  expect(floorOf(example)).toBe(39_99n);
  expect(turnoverOf(example)).toBe(1_199_97n);
});

test('BON-01 worked example: where a bonus stands', () => {
  const example = terms();
  expect(verdictOf(example, 999_98n, 0n)).toBe('reached');
  expect(verdictOf(example, 999_97n, 0n)).toBe('active');
  expect(verdictOf(example, 40_00n, 0n)).toBe('active');
  expect(verdictOf(example, 39_99n, 0n)).toBe('failed');
  expect(verdictOf(example, -5n, 0n)).toBe('failed');
  const withTurnover = terms({ turnoverBps: 100_00 });
  expect(verdictOf(withTurnover, 5_000_00n, 399_98n)).toBe('active');
  expect(verdictOf(withTurnover, 5_000_00n, 399_99n)).toBe('reached');
  expect(verdictOf(withTurnover, 39_99n, 0n)).toBe('failed');
});

test('BON-01 worked example: ending early costs what is more than the member’s own money', () => {
  expect(earlyEndCostOf(333_33n, 399_99n)).toBe(66_66n);
  expect(earlyEndCostOf(333_33n, 8_420_50n)).toBe(8_087_17n);
  expect(earlyEndCostOf(333_33n, 333_33n)).toBe(0n);
  expect(earlyEndCostOf(333_33n, 50_00n)).toBe(0n);
  expect(earlyEndCostOf(0n, 20_00n)).toBe(20_00n);
  expect(earlyEndCostOf(0n, -1n)).toBe(0n);
});

test('BON-01 worked example: what exceeds the maximum payout', () => {
  expect(excessOf(terms({ maximumPayout: 1_000_00n }), 1_000_01n)).toBe(1n);
  expect(excessOf(terms({ maximumPayout: 1_000_00n }), 1_000_00n)).toBe(0n);
  expect(excessOf(terms(), 1_000_000_00n)).toBe(0n);
});

test('BON-01 shares are within a satang of each other and never make money', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const bps = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(amount, amount, bps, (balance, own, share) => {
      const [down, up] = [shareDown(balance, share), shareUp(balance, share)];
      expect(up - down === 0n || up - down === 1n).toBe(true);
      const cost = earlyEndCostOf(own, balance);
      expect(cost >= 0n && cost <= balance).toBe(true);
      expect(balance - cost <= own).toBe(true);
    }),
  );
});
