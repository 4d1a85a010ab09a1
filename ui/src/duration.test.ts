import { expect, test } from 'vitest';
import { countdownText, durationText, roundedTime } from './duration.ts';

test('a duration has hours only where it lasts one', () => {
  expect([48, 3_599, 3_600, 11_110].map(durationText)).toEqual(['00:48', '59:59', '1:00:00', '3:05:10']);
});

test('a countdown never goes below zero', () => {
  expect([900_000, 59_001, 1, 0, -5].map(countdownText)).toEqual([
    '15:00',
    '01:00',
    '00:01',
    '00:00',
    '00:00',
  ]);
});

test('a length of time is told in one unit, rounded', () => {
  expect([0, 89, 90, 5_399, 5_400, 129_599, 129_600].map(roundedTime)).toEqual([
    { unit: 'second', count: 1 },
    { unit: 'second', count: 89 },
    { unit: 'minute', count: 2 },
    { unit: 'minute', count: 90 },
    { unit: 'hour', count: 2 },
    { unit: 'hour', count: 36 },
    { unit: 'day', count: 2 },
  ]);
});
