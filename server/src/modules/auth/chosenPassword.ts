import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../appError.ts';
import { usernameOf } from './readPhoneNumber.ts';

/**
 * The 10,000 commonest passwords of eight characters and more in leaked lists, the commonest first, in small letters: the
 * dictionary of zxcvbn-ts (MIT licence), @zxcvbn-ts/language-common 4.1.3.
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
);
/** What a password needs beside a telephone number that stands in it. */
const BESIDE_NUMBER = 4;

/** True for a password that is tried first by everybody, whatever its capital letters. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.normalize('NFKC').toLowerCase());
}

/**
 * A password that a member chooses: none of the commonest, not one or two characters over and over, not the own number
 * (OWASP ASVS 5.0, 6.2.4).
 * @param phoneNumber as it is stored, E.164
 * @throws AppError WEAK_PASSWORD
 */
export function requireGoodPassword(password: string, phoneNumber: string): void {
  const isMonotonous = new Set(password.normalize('NFKC')).size < 3;
  if (isMonotonous || isCommonPassword(password) || isNumber(password, phoneNumber))
    throw new AppError('WEAK_PASSWORD');
}

/** The number in any spelling, with hardly anything beside it. */
function isNumber(password: string, phoneNumber: string): boolean {
  const own = usernameOf(phoneNumber).slice(1);
  const compact = password.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  // Without the digits that lead to a country or out of one.
  const rest = compact.replace(/^(?:00)?(?:66|856)?0?/, '').replace(own, '');
  return compact.includes(own) && [...rest].length < BESIDE_NUMBER;
}
