import { expect, test } from 'vitest';
import { ageOf } from './ageText.ts';

test('STM-07 ages use years of 365 days, months of 30 days, days, hours, minutes, seconds', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const after = (seconds: number) => ageOf('2026-01-01T00:00:00Z', start + seconds * 1000);
  const day = 86_400;
  expect(after(59)).toEqual({ unit: 'second', count: 59 });
  expect(after(60)).toEqual({ unit: 'minute', count: 1 });
  expect(after(3_599)).toEqual({ unit: 'minute', count: 59 });
  expect(after(day - 1)).toEqual({ unit: 'hour', count: 23 });
  expect(after(30 * day - 1)).toEqual({ unit: 'day', count: 29 });
  expect(after(30 * day)).toEqual({ unit: 'month', count: 1 });
  expect(after(365 * day - 1)).toEqual({ unit: 'month', count: 12 });
  expect(after(730 * day)).toEqual({ unit: 'year', count: 2 });
  expect(after(0)).toBeNull();
  expect(after(-5)).toBeNull();
});
