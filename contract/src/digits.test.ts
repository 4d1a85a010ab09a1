import { expect, test } from 'vitest';
import { plainDigits } from './digits.ts';

test('digits of any script are the same digits', () => {
  for (const typed of [
    '๐๑๒๓๔๕๖๗๘๙',
    '໐໑໒໓໔໕໖໗໘໙',
    '၀၁၂၃၄၅၆၇၈၉',
    '០១២៣៤៥៦៧៨៩',
    '０１２３４５６７８９',
    '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿',
    '0123456789',
  ])
    expect(plainDigits(typed)).toBe('0123456789');
  expect(plainDigits('บัญชี ๑๒-๓x')).toBe('บัญชี 12-3x');
});
