import { expect, test } from 'vitest';
import { accountNumberText, phoneText } from './numberText.ts';

test('FMT-01 PRO-01 account numbers are masked 3-3-rest only when they have exactly 10 digits', () => {
  expect(accountNumberText('1234567890')).toBe('123-456-7890');
  expect(accountNumberText('123456789')).toBe('123456789');
  expect(accountNumberText('123456789012')).toBe('123456789012');
});

test('phone numbers are grouped for reading while they are typed', () => {
  expect(['0', '0890', '08900012', '0890001234', '02055123456'].map(phoneText)).toEqual([
    '0',
    '089 0',
    '089 000 12',
    '089 000 1234',
    '020 5512 3456',
  ]);
});
