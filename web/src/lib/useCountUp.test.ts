import { expect, test } from 'vitest';
import { COUNT_UP_MS, countUp } from './useCountUp.ts';

test('HOM-01 a figure counts from the old to the new amount and ends exactly', () => {
  expect(countUp(100, 600.25, 0)).toBe(100);
  expect(countUp(100, 600.25, COUNT_UP_MS)).toBe(600.25);
  expect(countUp(100, 600.25, COUNT_UP_MS * 9)).toBe(600.25);
});

test('HOM-01 it moves one way, never past its end, up and down', () => {
  for (const [from, to] of [
    [0, 12_580.75],
    [12_580.75, 0.01],
  ] as const) {
    let last: number = from;
    for (let at = 0; at <= COUNT_UP_MS; at += 16) {
      const now = countUp(from, to, at);
      expect(Math.sign(now - last) * Math.sign(to - from)).toBeGreaterThanOrEqual(0);
      expect(Math.abs(now - from)).toBeLessThanOrEqual(Math.abs(to - from));
      last = now;
    }
  }
});
