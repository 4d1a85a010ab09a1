import { expect, test } from 'vitest';
import { isEnglishName, normalizeAccountName, requiresEnglishName } from './bankAccountName.ts';

test('REG-12 KTB, TMB and BBL need an English account name, others do not', () => {
  expect(['KTB', 'TMB', 'BBL'].map(requiresEnglishName)).toEqual([true, true, true]);
  expect(['KBANK', 'SCB', 'constructor'].map(requiresEnglishName)).toEqual([false, false, false]);
});

test('REG-12 only English letters and spaces are an English name', () => {
  expect(isEnglishName('SOMCHAI JAIDEE')).toBe(true);
  expect(isEnglishName('somchai  jaidee')).toBe(true);
  expect(isEnglishName('สมชาย ใจดี')).toBe(false);
  expect(isEnglishName('SOMCHAI J4IDEE')).toBe(false);
  expect(isEnglishName('   ')).toBe(false);
});

test('REG-12 names are forced to upper case', () => {
  expect(normalizeAccountName('  Somchai   Jaidee ')).toBe('SOMCHAI JAIDEE');
});
