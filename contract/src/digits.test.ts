import { expect, test } from 'vitest';
import { plainDigits } from './digits.ts';

test('Thai, Lao and full-width digits are the same digits', () => {
  for (const typed of ['๐๑๒๓๔๕๖๗๘๙', '໐໑໒໓໔໕໖໗໘໙', '０１２３４５６７８９', '0123456789'])
    expect(plainDigits(typed)).toBe('0123456789');
  expect(plainDigits('บัญชี ๑๒-๓x')).toBe('บัญชี 12-3x');
});
