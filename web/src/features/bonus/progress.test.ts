import { expect, test } from 'vitest';
import { progressPercent } from './progress.ts';

test('BON-01 the bar stands between the floor and the target and leaves neither', () => {
  const at = (now: number) => progressPercent({ floor: 50, target: 1_050, now });
  expect([0, 50, 550, 1_050, 9_000].map(at)).toEqual([0, 0, 50, 100, 100]);
  expect(progressPercent({ floor: 5, target: 5, now: 5 })).toBe(100);
});
