import { expect, test } from 'vitest';
import { receiptsOf } from './receipts.ts';

const bonus = (type: 'limit' | 'day' | 'week', maxReceived: number, ...times: string[]) => ({
  type,
  maxReceived,
  userBonus: { _id: '1', isActive: false, received: times.map((updatedAt) => ({ updatedAt })) },
});
// Wednesday 18 November 2026, 12:00 in Bangkok.
const NOON = Date.parse('2026-11-18T05:00:00Z');

test('BON-05 a bonus that was never received is open', () => {
  expect(receiptsOf({ type: 'limit', maxReceived: 1, userBonus: null }, NOON)).toEqual({
    received: 0,
    maximum: 1,
    isExhausted: false,
  });
});

test('BON-05 type limit counts everything that was ever received', () => {
  const twice = ['2020-01-01T00:00:00Z', '2026-11-18T04:00:00Z'];
  expect(receiptsOf(bonus('limit', 3, ...twice), NOON)).toMatchObject({ received: 2, isExhausted: false });
  expect(receiptsOf(bonus('limit', 2, ...twice), NOON).isExhausted).toBe(true);
});

test('BON-05 type day counts the day of Bangkok, whose midnight is 17:00 UTC', () => {
  const count = (time: string) => receiptsOf(bonus('day', 1, time), NOON).received;
  expect(count('2026-11-17T16:59:59.999Z')).toBe(0);
  expect(count('2026-11-17T17:00:00Z')).toBe(1);
  expect(count('2026-11-18T16:59:59.999Z')).toBe(1);
  expect(count('2026-11-18T17:00:00Z')).toBe(0);
});

test('BON-05 type week counts from Monday 00:00 to Sunday 24:00 in Bangkok', () => {
  const count = (time: string) => receiptsOf(bonus('week', 1, time), NOON).received;
  expect(count('2026-11-15T16:59:59.999Z')).toBe(0);
  expect(count('2026-11-15T17:00:00Z')).toBe(1);
  expect(count('2026-11-22T16:59:59.999Z')).toBe(1);
  expect(count('2026-11-22T17:00:00Z')).toBe(0);
});

test('BON-05 a day and a week are exhausted at their maximum', () => {
  const times = ['2026-11-16T05:00:00Z', '2026-11-18T01:00:00Z', '2026-11-18T02:00:00Z'];
  expect(receiptsOf(bonus('day', 2, ...times), NOON).isExhausted).toBe(true);
  expect(receiptsOf(bonus('day', 3, ...times), NOON).isExhausted).toBe(false);
  expect(receiptsOf(bonus('week', 3, ...times), NOON).isExhausted).toBe(true);
});
