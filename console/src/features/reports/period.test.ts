import { expect, test } from 'vitest';
import { periodOf, periodText } from './period.ts';

const LATE = Date.parse('2026-11-30T17:30:00Z');

test('a choice means days in Bangkok', () => {
  expect(periodOf('today', LATE)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  expect(periodOf('yesterday', LATE)).toEqual({ from: '2026-11-30', to: '2026-11-30' });
  expect(periodOf('week', LATE)).toEqual({ from: '2026-11-25', to: '2026-12-01' });
  expect(periodOf('month30', LATE)).toEqual({ from: '2026-11-02', to: '2026-12-01' });
  expect(periodOf('month', LATE)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
});

test('a period of one day is that day', () => {
  expect(periodText({ from: '2026-12-01', to: '2026-12-01' })).toBe('01/12/2026');
  expect(periodText({ from: '2026-11-30', to: '2026-12-01' })).toBe('30/11/2026 – 01/12/2026');
});
