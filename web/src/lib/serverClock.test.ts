import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const SERVER = Date.UTC(2026, 10, 28, 12);

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.setSystemTime(SERVER - 3 * HOUR_MS);
});
afterEach(() => vi.useRealTimers());

test('STM-07 the time is the server’s once it has answered, whatever the phone’s clock says', async () => {
  const { noteServerTime, serverNow } = await import('./serverClock.ts');
  expect(serverNow()).toBe(SERVER - 3 * HOUR_MS);
  noteServerTime(SERVER);
  expect(serverNow()).toBe(SERVER);
  vi.advanceTimersByTime(5_000);
  expect(serverNow()).toBe(SERVER + 5_000);
  // Somebody sets the clock.
  vi.setSystemTime(SERVER + 9 * HOUR_MS);
  expect(serverNow()).toBe(SERVER + 5_000);
});

test('STM-07 a late answer does not set the clock back, and one after a sleep sets it on', async () => {
  const { noteServerTime, serverNow } = await import('./serverClock.ts');
  noteServerTime(SERVER);
  vi.advanceTimersByTime(10_000);
  noteServerTime(SERVER + 7_000);
  expect(serverNow()).toBe(SERVER + 10_000);
  noteServerTime(SERVER + HOUR_MS);
  expect(serverNow()).toBe(SERVER + HOUR_MS);
});
