import { expect, test } from 'vitest';
import { canBeCode, codeFormat } from './promotionCode.ts';

test('BON-02 a promotion code is upper-cased as it is typed', () => {
  expect(codeFormat.read(' friend50 ')).toBe('FRIEND50');
  expect(codeFormat.read('friend๕๐')).toBe('FRIEND50');
  expect(codeFormat.read('สงกรานต์')).toBe('สงกรานต์');
});

test('BON-02 what cannot be a code is not asked for', () => {
  expect(canBeCode('NEW_FRIEND-50')).toBe(true);
  for (const text of ['', 'A B', 'สงกรานต์', '../ACTIVE', 'X'.repeat(41)]) expect(canBeCode(text)).toBe(false);
});
