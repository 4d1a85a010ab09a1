import { expect, test } from 'vitest';
import { randomKey } from './randomKey.ts';

test('keys are 32 hexadecimal digits and differ', () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});
