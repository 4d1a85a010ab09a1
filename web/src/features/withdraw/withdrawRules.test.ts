import { expect, test } from 'vitest';
import { availableOf, withdrawable, withdrawProblem } from './withdrawRules.ts';

const limits = { withdrawMin: 100, withdrawMax: 50_000 };

test('WDR-02 an amount below the minimum or above the maximum is named, the limits themselves are fine', () => {
  expect(withdrawProblem(99.99, limits)).toBe('minimum');
  expect(withdrawProblem(0, limits)).toBe('minimum');
  expect(withdrawProblem(100, limits)).toBeNull();
  expect(withdrawProblem(50_000, limits)).toBeNull();
  expect(withdrawProblem(50_000.01, limits)).toBe('maximum');
});

test('WDR-01 "all" is wallet and games together, at most the maximum', () => {
  expect(availableOf(0.1, 0.2)).toBe(0.3);
  expect(withdrawable(12_580.75, limits)).toBe(12_580.75);
  expect(withdrawable(60_000, limits)).toBe(50_000);
});
