import { expect, test } from 'vitest';
import { compactAccountNumber } from './bankAccount.ts';

test.each([
  '1234567890',
  '123-4-56789-0',
  ' 123 4 56789 0',
  '๑๒๓-๔-๕๖๗๘๙-๐',
  '໑໒໓໔໕໖໗໘໙໐',
  '123\u20114\u201356789\u200b0',
])('REG-12 %s is one account number', (typed) => {
  expect(compactAccountNumber(typed)).toBe('1234567890');
});
