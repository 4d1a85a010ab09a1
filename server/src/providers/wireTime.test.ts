import { expect, test } from 'vitest';
import { momentFromText } from './wireTime.ts';

test.each([
  ['2026-11-22T13:05:09.123Z', '2026-11-22T13:05:09.123Z'],
  ['2026-11-22T20:05:09.123456+07:00', '2026-11-22T13:05:09.123Z'],
  ['2026-11-22T20:05:09+0700', '2026-11-22T13:05:09.000Z'],
  // Banks that send no zone use their own, wherever this machine is.
  ['2026-11-22T20:05:09', '2026-11-22T13:05:09.000Z'],
  ['2026-11-22 20:05', '2026-11-22T13:05:00.000Z'],
  // Years of the Buddhist calendar, 29 February of a leap year among them.
  ['2569-11-22T20:05:09', '2026-11-22T13:05:09.000Z'],
  ['2567-02-29 20:05:09+07:00', '2024-02-29T13:05:09.000Z'],
  ['2400-01-01T00:00:00Z', null],
  ['2026-11-22', null],
  ['2026-13-22T10:00:00Z', null],
  ['22/11/2026 20:05', null],
  ['1700000000', null],
  ['', null],
])('DEP-06 a counterpart’s time %s is %s', (text, moment) => {
  expect(momentFromText(text)?.toISOString() ?? null).toBe(moment);
});
