import { expect, test } from 'vitest';
import { kipOf } from './kip.ts';

test.each([
  [500, 650, 325_000],
  [123.45, 650, 80_243],
  [0.01, 650, 7],
  [1, 650.25, 651],
  [1.1, 650.1, 716],
])('DEP-06 %d baht at %d kip for one are %d kip: whole, never too few', (baht, rate, kip) => {
  expect(kipOf(baht, rate)).toBe(kip);
});

test('an amount with a third decimal has no price', () => {
  expect(kipOf(1.005, 650)).toBeNull();
});
