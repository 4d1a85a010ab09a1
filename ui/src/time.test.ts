import { expect, test } from 'vitest';
import { clockText, dateText, dateTimeText, dayText } from './time.ts';

test('STM-02 times are DD/MM/YYYY HH:mm:ss in Bangkok, in the Gregorian calendar', () => {
  expect(dateTimeText('2026-12-31T17:00:01.999Z')).toBe('01/01/2027 00:00:01');
  expect(dateText('2025-03-02T16:59:59Z')).toBe('02/03/2025');
  expect(dateTimeText('nonsense')).toBe('-');
});

test('a clock is that of Bangkok, of an ISO time or of milliseconds', () => {
  expect(clockText('2026-12-31T17:05:59Z')).toBe('00:05');
  expect(clockText(Date.parse('2026-12-31T17:05:59Z'))).toBe('00:05');
  expect([clockText('nonsense'), dateText(Number.NaN)]).toEqual(['-', '-']);
  expect(dayText('2026-11-30')).toBe('30/11/2026');
});
