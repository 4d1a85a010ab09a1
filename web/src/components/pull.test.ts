import { expect, test } from 'vitest';
import { noPull, PULL_ENOUGH, type Pull, type PullEvent, pullReducer } from './pull.ts';

const after = (...events: PullEvent[]): Pull => events.reduce(pullReducer, noPull);
const touched: PullEvent = { type: 'touched', x: 100, y: 200, isAtTop: true };
const moved = (x: number, y: number): PullEvent => ({ type: 'moved', x, y });
const released: PullEvent = { type: 'released' };

test('a long pull from the top refreshes when it is let go', () => {
  expect(after(touched, moved(104, 260), moved(110, 200 + 2 * PULL_ENOUGH), released)).toEqual({
    phase: 'refreshing',
  });
});

test('a short pull does nothing', () => {
  expect(after(touched, moved(100, 199 + 2 * PULL_ENOUGH), released)).toBe(noPull);
});

test('the sign follows at half the way, and no further than its end', () => {
  expect(after(touched, moved(100, 240))).toMatchObject({ distance: 20 });
  expect(after(touched, moved(100, 900))).toMatchObject({ distance: 96 });
});

test('away from the top, upwards and sideways it is no pull', () => {
  expect(after({ ...touched, isAtTop: false }, moved(100, 500), released)).toBe(noPull);
  expect(after(touched, moved(100, 190), moved(100, 500), released)).toBe(noPull);
  expect(after(touched, moved(140, 210), moved(140, 500), released)).toBe(noPull);
});

test('once it goes down it may waver; a second finger or a cancelled touch gives it up', () => {
  expect(after(touched, moved(100, 240), moved(190, 260))).toMatchObject({ phase: 'pulling' });
  expect(after(touched, moved(100, 500), { type: 'given up' }, released)).toBe(noPull);
});

test('while it refreshes nothing starts another, until it has', () => {
  const refreshing = after(touched, moved(100, 500), released);
  expect(pullReducer(refreshing, touched)).toBe(refreshing);
  expect(pullReducer(refreshing, { type: 'given up' })).toBe(refreshing);
  expect(pullReducer(refreshing, { type: 'refreshed' })).toBe(noPull);
});
