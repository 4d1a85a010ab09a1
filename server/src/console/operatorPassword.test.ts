import { expect, test } from 'vitest';
import { GUESSED_WORDS } from '../modules/auth/guessedWords.ts';
import { newOperatorPassword, requireStrongPassword } from './operatorPassword.ts';

const OPERATOR = { username: 'mali42', name: 'Mali Jaidee' };
const isTaken = (password: string) => {
  try {
    requireStrongPassword(password, OPERATOR);
    return true;
  } catch {
    return false;
  }
};

test('ASVS 6.2.1, 6.2.11, 6.2.12 a password of words that are tried first or of data leaks is refused, however it is dressed up', () => {
  for (const weak of [
    'short',
    'aaaaaaaaaaaaaaaa',
    'mali42 is my name',
    'Krapao-Wallet-2026!',
    'KRAPAOkrapao123456',
    'กระเป๋ากระเป๋า2569',
    'Passw0rd1234567890',
    'P@ssw0rd!P@ssw0rd!',
    'JaideeJaidee2026',
    'qwertyuiop123456789',
    'Administrator#2026',
    '1q2w3e4r1q2w3e4r',
    '12345678901234567890',
    'Thailand November 2026',
    // Of data leaks, and weak for no other reason.
    'znfrfzrfrfztcnm',
  ])
    expect(isTaken(weak), weak).toBe(false);
  for (const word of GUESSED_WORDS)
    for (const dressed of [
      `${word}${word}${word}`,
      `${word.toUpperCase()}-2026-2027!`,
      `!!!${word}1234567890`,
    ])
      expect(isTaken(dressed), dressed).toBe(false);
});

test('a long sentence, a random row, and what a paper says are taken', () => {
  for (const strong of [
    'correct horse battery 9',
    'a wallet full of kip 7',
    'ฝนตกหนักที่ท่าเรือเก่า',
    'ຝົນຕົກໜັກຢູ່ທ່າເຮືອ',
    'vN7#kd2!Lq9z',
    'my bonus pays for durian at six',
  ])
    expect(isTaken(strong), strong).toBe(true);
  for (let index = 0; index < 200; index += 1) {
    const made = newOperatorPassword();
    expect(isTaken(made), made).toBe(true);
  }
});
