import { expect, test } from 'vitest';
import { createActionKeys, randomKey } from './actionKey.ts';

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
  keys.keyFor('transfer 100');
  expect(keys.keyFor('transfer 200')).toBe('key-2');
  expect(keys.keyFor('transfer 100')).toBe('key-3');
});

test('keys are 32 hexadecimal digits and differ', () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});
