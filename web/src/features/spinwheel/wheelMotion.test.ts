import { PRIZE_WHEEL } from '@krapao/contract/limits';
import { expect, test } from 'vitest';
import {
  angleAfter,
  frictionEasing,
  landingAngle,
  progressAt,
  SPIN_MS,
  sliceAtPointer,
  speedFor,
} from './wheelMotion.ts';

test('SPN-01 the angle is the sum of the steps of a wheel that slows by 0.991', () => {
  let angle = 0;
  let speed = 15;
  for (let step = 1; step <= 480; step += 1) {
    angle += speed;
    speed *= PRIZE_WHEEL.friction;
    expect(angleAfter(step, 15)).toBeCloseTo(angle, 6);
  }
  expect(angleAfter(1e6, 15)).toBeCloseTo(15 / 0.009, 6);
});

test('SPN-01 the wheel is at the same place at the same time at 60 and 120 pictures a second', () => {
  const speed = speedFor(1_500);
  for (let frame = 0; frame <= 480; frame += 1) {
    const seconds = frame / 60;
    expect(progressAt((seconds * 1_000) / SPIN_MS) * 1_500).toBeCloseTo(angleAfter(frame, speed), 6);
  }
  // Every second frame of the faster screen equals a frame of the slower one.
  expect(progressAt(240 / 960)).toBe(progressAt(120 / 480));
});

test('SPN-01 it begins fast, only slows, and ends where it should', () => {
  expect(progressAt(0)).toBe(0);
  expect(progressAt(1)).toBeCloseTo(1, 12);
  const ways = Array.from({ length: 100 }, (_, at) => progressAt((at + 1) / 100) - progressAt(at / 100));
  expect(ways.every((way, at) => way > 0 && way < (ways[at - 1] ?? Number.POSITIVE_INFINITY))).toBe(true);
  expect(frictionEasing(2)).toBe(`linear(0.00000, ${progressAt(0.5).toFixed(5)}, 1.00000)`);
});

test('SPN-02 the wheel stops on the prize, wherever it stood, at least four turns on', () => {
  for (const count of [1, 2, 3, 8, 10, 13]) {
    for (let index = 0; index < count; index += 1) {
      for (const from of [0, 17.3, 359.9, 5_431.2]) {
        for (const stray of [0, 0.25, 0.5, 0.999]) {
          const angle = landingAngle(from, index, count, stray);
          expect([count, index, from, stray, sliceAtPointer(angle, count)]).toEqual([
            count,
            index,
            from,
            stray,
            index,
          ]);
          expect(angle - from).toBeGreaterThanOrEqual(4 * 360);
          expect(angle - from).toBeLessThan(5 * 360 + 1e-6);
        }
      }
    }
  }
});

test('SPN-02 it keeps off the edges of the slice', () => {
  for (const stray of [0, 1]) {
    const angle = landingAngle(0, 3, 10, stray);
    for (const nudge of [-0.2, 0.2]) expect(sliceAtPointer(angle + nudge * 36, 10)).toBe(3);
  }
});
