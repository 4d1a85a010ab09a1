import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FORM_MS, isRowSaid, noteArrivalSaid, saysRow, takeSaidArrival } from './saidMoney.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('HOM-01 what a form said of an arrival counts for one arrival of that amount', () => {
  noteArrivalSaid(300.17);
  expect(takeSaidArrival(50)).toBe(false);
  expect(takeSaidArrival(300.17)).toBe(true);
  expect(takeSaidArrival(300.17)).toBe(false);
});

test('SPN-04 a form that does not know how much came says it of one arrival, and only of one that comes soon', () => {
  noteArrivalSaid(null);
  noteArrivalSaid(20);
  expect(takeSaidArrival(20)).toBe(true);
  expect(takeSaidArrival(20)).toBe(true);
  expect(takeSaidArrival(20)).toBe(false);
  noteArrivalSaid(null);
  vi.advanceTimersByTime(2 * FORM_MS);
  expect(takeSaidArrival(20)).toBe(false);
});

test('DEP-05 a form that leaves a row hands it back to the notifications', () => {
  const leave = saysRow('slip-7');
  expect(isRowSaid('slip-7')).toBe(true);
  leave();
  expect(isRowSaid('slip-7')).toBe(false);
});
