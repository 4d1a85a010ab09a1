import { expect, test } from 'vitest';
import { openingAt } from './openingHours.ts';

const WEEKDAYS = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }];
const at = (bangkok: string) => new Date(`${bangkok}:00+07:00`);

test('without hours the chat is always open', () => {
  expect(openingAt([], at('2026-11-21T03:00'))).toEqual({ isOpen: true, opensAt: null });
});

test.each([
  ['2026-11-20T08:59', false, '2026-11-20T09:00'],
  ['2026-11-20T09:00', true, null],
  ['2026-11-20T17:59', true, null],
  ['2026-11-20T18:00', false, '2026-11-23T09:00'],
  ['2026-11-21T12:00', false, '2026-11-23T09:00'],
])('Friday to Monday at %s: open %s, opens %s', (now, isOpen, opens) => {
  expect(openingAt(WEEKDAYS, at(now))).toEqual({ isOpen, opensAt: opens === null ? null : at(opens) });
});

test('hours until midnight end with the day; hours that never begin open nothing', () => {
  const night = [{ days: [6], from: '20:00', to: '24:00' }];
  expect(openingAt(night, at('2026-11-21T23:59')).isOpen).toBe(true);
  expect(openingAt(night, at('2026-11-22T00:00')).isOpen).toBe(false);
  expect(openingAt([{ days: [], from: '00:00', to: '24:00' }], at('2026-11-22T00:00'))).toEqual({
    isOpen: false,
    opensAt: null,
  });
});
