import { expect, test } from 'vitest';
import { accountNumberText } from './accountNumberText.ts';

test('FMT-01 PRO-01 account numbers are masked 3-3-rest only when they have exactly 10 digits', () => {
  expect(accountNumberText('1234567890')).toBe('123-456-7890');
  expect(accountNumberText('123456789')).toBe('123456789');
  expect(accountNumberText('123456789012')).toBe('123456789012');
});
