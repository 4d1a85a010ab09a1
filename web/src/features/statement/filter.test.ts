import { expect, test } from 'vitest';
import { ALL, filterOf, isNarrow } from './filter.ts';

// In Bangkok it is the first of March.
const NOW = Date.parse('2026-02-28T17:30:00Z');

test('STM-01 periods are days of Bangkok', () => {
  expect(filterOf({ ...ALL, period: 'week' }, NOW)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(filterOf({ ...ALL, period: 'month' }, NOW)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(filterOf({ ...ALL, period: 'lastMonth' }, NOW)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('STM-01 what was not chosen is not asked for', () => {
  expect([filterOf(ALL, NOW), isNarrow(ALL)]).toEqual([{}, false]);
  const chosen = { ...ALL, kind: 'bonus', status: 'FAILED', search: ' T12 ' } as const;
  expect(filterOf(chosen, NOW)).toEqual({
    kinds: ['bonus', 'finish_bonus'],
    status: 'FAILED',
    search: 'T12',
  });
  expect(isNarrow(chosen)).toBe(true);
});
