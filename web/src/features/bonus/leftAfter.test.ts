import { expect, test } from 'vitest';
import { leftAfter } from './leftAfter.ts';

test('BON-01 what cancelling leaves is exact to the satang', () => {
  expect(leftAfter({ now: 499.99, cancelCost: 166.66 })).toBe(333.33);
  expect(leftAfter({ now: 0.3, cancelCost: 0.1 })).toBe(0.2);
  expect(leftAfter({ now: 10, cancelCost: 10 })).toBe(0);
});
