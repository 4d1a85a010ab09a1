import { expect, test } from 'vitest';
import { fileTime, timeHead } from './fileTime.ts';

test('a time in a file is the clock’s of Bangkok and Vientiane, on its own day, and the heading says so', () => {
  expect(fileTime('2026-11-27T17:00:00.000Z')).toBe('2026-11-28 00:00:00');
  expect(fileTime(new Date('2026-11-28T16:59:59.999Z'))).toBe('2026-11-28 23:59:59');
  expect(fileTime('2026-12-31T18:30:00+00:00')).toBe('2027-01-01 01:30:00');
  expect([fileTime(null), fileTime(undefined)]).toEqual(['', '']);
  expect(timeHead('time')).toBe('time (UTC+7)');
});
