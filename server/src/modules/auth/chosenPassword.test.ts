import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { BREACHED_FILE, HASH_BYTES, isBreachedPassword } from './breachedPasswords.ts';
import { requireGoodPassword } from './chosenPassword.ts';

/** The code of the refusal, or `taken`. */
function verdict(password: string): string {
  try {
    requireGoodPassword(password, '+66812345678');
    return 'taken';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test('ASVS 6.2.12 a password of data leaks is WEAK_PASSWORD, far beyond the commonest, in upper or lower case', () => {
  // From the beginning, the middle and the end of the list.
  for (const leaked of ['password', 'smokey212', 'SmokeStack', 'VN275090', 'vn1jlyjw3', 'ｓｍｏｋｅｙ２１２'])
    expect(verdict(leaked), leaked).toBe('WEAK_PASSWORD');
});

test('the file of leaked passwords is sorted, each hash once, and finds its first and its last', () => {
  const file = readFileSync(BREACHED_FILE);
  const hashes = Array.from({ length: file.length / HASH_BYTES }, (_, index) =>
    file.toString('hex', index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  expect(hashes.length).toBe(474_743);
  expect(hashes.findIndex((hash, index) => index > 0 && hash <= (hashes[index - 1] ?? ''))).toBe(-1);
  // The two ends of the search: passwords whose hashes begin the file and end it.
  expect(['smackitt', 'wombat35'].map(isBreachedPassword)).toEqual([true, true]);
});

test('ASVS 6.2.4 what people here choose first is WEAK_PASSWORD', () => {
  const weak = [
    // Anybody's mobile number, in Thailand and in Laos.
    ...['0898765432', '089-876-5432', '+66 89 876 5432', '020 5512 3456', '+8562055123456'],
    // Birthdays: of both eras, with the year first, in two digits, with Thai digits.
    ...['25122530', '25/12/2530', '12-25-1987', '1987.12.25', '31/12/30', '๒๕๑๒๒๕๓๐'],
    // The site's name and the words of a greeting, with a year or a sign.
    ...['krapao123', 'Krapao-2569!', 'กระเป๋า2569', 'Sawasdee99', 'ສະບາຍດີ', 'Thailand2026', 'admin-admin'],
    // One or two characters, in upper or lower case.
    ...['zzzzzzzz', 'AaAaAaAa'],
  ];
  for (const password of weak) expect(verdict(password), password).toBe('WEAK_PASSWORD');
});

test('a password that nobody tries first is taken, also of digits and with such a word', () => {
  const good = [
    ...['correct horse 9', 'ฝนตกที่ท่าเรือ', 'ຝົນຕົກທີ່ທ່າເຮືອ', 'my krapao is red', 'admin of nothing'],
    ...['83920174', '99887213', 'tuktuk 2530 na', 'm0ngk0l-8'],
  ];
  for (const password of good) expect(verdict(password), password).toBe('taken');
});
