import { BEYOND_HEADER } from '@krapao/contract/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createActionKeys, forgetKey, keysLeftBehind, subscribeLeftBehind } from './actionKey.ts';
import { endSession, startSession } from './session.ts';

afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

/** A server that knows who each token belongs to: the token is the member's id and the number of the session. */
function serveProfiles() {
  vi.stubGlobal('document', { documentElement: { lang: 'th' } });
  const fetch = vi.fn(async (_url: string, { headers }: { headers: Record<string, string> }) =>
    Response.json(
      { _id: headers.Authorization?.replace(/^Bearer (.+) \d+$/, '$1') },
      { headers: { [BEYOND_HEADER]: '1' } },
    ),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

function counted() {
  let count = 0;
  return createActionKeys(() => `key-${++count}`);
}

test('TRF-01 asking the same again keeps the Idempotency-Key until the action has settled', () => {
  const keys = counted();
  expect(keys.keyFor('transfer 100')).toBe('key-1');
  expect(keys.keyFor('transfer 100')).toBe('key-1');
  keys.settle();
  expect(keys.keyFor('transfer 100')).toBe('key-2');
});

test('TRF-01 another body never goes out under the key of the one before', () => {
  const keys = counted();
  keys.keyFor('transfer 200');
  expect(keys.keyFor('transfer 300')).toBe('key-2');
});

test('TRF-01 a form that is opened again asks the same under the same key while its outcome is not known', () => {
  const first = counted();
  first.keyFor('withdraw 500');
  expect(keysLeftBehind()).not.toContain('key-1');
  first.leave();
  expect(keysLeftBehind()).toContain('key-1');

  const second = createActionKeys(() => 'another');
  expect(second.keyFor('withdraw 500')).toBe('key-1');
  expect(keysLeftBehind()).not.toContain('key-1');
  second.settle();
  expect(second.keyFor('withdraw 500')).toBe('another');
  second.settle();
});

test('TRF-01 who waits for keys that are left behind is told of each, and of its end', () => {
  const keys = createActionKeys(() => 'left');
  const told: (readonly string[])[] = [];
  const stop = subscribeLeftBehind(() => told.push(keysLeftBehind().filter((key) => key === 'left')));
  keys.keyFor('gift');
  keys.leave();
  forgetKey('left');
  stop();
  expect(told).toEqual([['left'], []]);
});

test('TRF-01 a key left behind is its member’s alone: the next one on the phone neither asks for it nor sends under it', async () => {
  const fetch = serveProfiles();
  startSession('anong 1', false);
  const first = createActionKeys(() => 'of-anong');
  first.keyFor('withdraw 500');
  first.leave();
  expect(keysLeftBehind()).toEqual(['of-anong']);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  await new Promise(setImmediate);
  endSession();
  expect(keysLeftBehind()).toEqual([]);

  startSession('boun 1', false);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  await new Promise(setImmediate);
  expect(keysLeftBehind()).toEqual([]);
  const second = createActionKeys(() => 'of-boun');
  expect(second.keyFor('withdraw 500')).toBe('of-boun');
  second.settle();
  endSession();

  startSession('anong 2', false);
  await vi.waitFor(() => expect(keysLeftBehind()).toEqual(['of-anong']));
  forgetKey('of-anong');
});

test('TRF-01 a key whose member never became known stays with its session', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'th' } });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  startSession('anong 1', false);
  const keys = createActionKeys(() => 'nameless');
  keys.keyFor('gift');
  keys.leave();
  expect(keysLeftBehind()).toEqual(['nameless']);
  endSession();
  startSession('boun 1', false);
  expect(keysLeftBehind()).toEqual([]);
  forgetKey('nameless');
});
