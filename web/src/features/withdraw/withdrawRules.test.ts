import { expect, test } from 'vitest';
import { availableOf, withdrawable, withdrawProblem } from './withdrawRules.ts';

const limits = { withdrawMin: 100, withdrawMax: 50_000 };

test('WDR-02 an amount below the minimum or above the maximum is named, the limits themselves are fine', () => {
  expect(withdrawProblem(99.99, limits, 60_000)).toBe('minimum');
  expect(withdrawProblem(0, limits, 60_000)).toBe('minimum');
  expect(withdrawProblem(100, limits, 60_000)).toBeNull();
  expect(withdrawProblem(50_000, limits, 60_000)).toBeNull();
  expect(withdrawProblem(50_000.01, limits, 60_000)).toBe('maximum');
});

test('WDR-02 more than wallet and games hold is named before it is sent', () => {
  expect(withdrawProblem(300, limits, 300)).toBeNull();
  expect(withdrawProblem(300.01, limits, 300)).toBe('balance');
  expect(withdrawProblem(99_000, limits, 300)).toBe('maximum');
});

test('WDR-01 "all" is wallet and games together, at most the maximum', () => {
  expect(availableOf(0.1, 0.2)).toBe(0.3);
  expect(withdrawable(12_580.75, limits)).toBe(12_580.75);
  expect(withdrawable(60_000, limits)).toBe(50_000);
});
