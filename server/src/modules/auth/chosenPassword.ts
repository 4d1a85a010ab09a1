import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../appError.ts';
import { usernameOf } from './readPhoneNumber.ts';

/**
 * The 10,000 most common leaked passwords of eight characters and more, the most common first, in lower case: the
 * dictionary of zxcvbn-ts (MIT licence), @zxcvbn-ts/language-common 4.1.3.
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
);
/** How many more characters a password needs besides a contained phone number. */
const BESIDE_NUMBER = 4;

/** True for a common password, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.normalize('NFKC').toLowerCase());
}

/**
 * Checks a member's new password: not among the most common, not one or two characters repeated, not the member's own
 * number (OWASP ASVS 5.0, 6.2.4).
 * @param phoneNumber as stored, E.164
 * @throws AppError WEAK_PASSWORD
 */
export function requireGoodPassword(password: string, phoneNumber: string): void {
  const isMonotonous = new Set(password.normalize('NFKC')).size < 3;
  if (isMonotonous || isCommonPassword(password) || isNumber(password, phoneNumber))
    throw new AppError('WEAK_PASSWORD');
}

/** Whether it is the number in any spelling, with hardly any other characters. */
function isNumber(password: string, phoneNumber: string): boolean {
  const own = usernameOf(phoneNumber).slice(1);
  const compact = password.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  // Without country code or trunk prefix.
  const rest = compact.replace(/^(?:00)?(?:66|856)?0?/, '').replace(own, '');
  return compact.includes(own) && [...rest].length < BESIDE_NUMBER;
}
