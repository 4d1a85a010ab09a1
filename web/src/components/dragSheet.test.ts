import { expect, test } from 'vitest';
import { leaves } from './dragSheet.ts';

test.each([
  ['thrown down, near', 40, 0.8, true],
  ['put down far', 300, 0, true],
  ['put down near', 120, 0.1, false],
  ['thrown back up from far', 300, -0.8, false],
])('a sheet %s', (_, down, speed, isLeft) => {
  expect(leaves(down, speed, 700)).toBe(isLeft);
});
