import { expect, test } from 'vitest';
import { createActionKeys, forgetKey, keysLeftBehind, subscribeLeftBehind } from './actionKey.ts';

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
