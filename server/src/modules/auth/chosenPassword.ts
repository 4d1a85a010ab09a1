import { plainDigits } from '@krapao/contract/digits';
import { nationalPhoneNumber } from '@krapao/contract/phoneNumber';
import { AppError } from '../../appError.ts';
import { isBreachedPassword } from './breachedPasswords.ts';
import { withoutGuessedWords } from './guessedWords.ts';
import { usernameOf } from './readPhoneNumber.ts';

/** How many more characters a password needs besides a contained phone number. */
const BESIDE_NUMBER = 4;

/** Two digits each, then a year of two or four digits, or the year first. 24 to 26 begin a year of the Buddhist era. */
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0[1-9]|1[0-2])';
const YEAR = '(?:19|20|24|25|26)\\d\\d';
const DATE = new RegExp(
  `^(?:${DAY}${MONTH}(?:${YEAR}|\\d\\d)|${MONTH}${DAY}(?:${YEAR}|\\d\\d)|${YEAR}${MONTH}${DAY})$`,
);

/**
 * Checks a member's new password: not known from data leaks, not one or two characters repeated, not a mobile number,
 * hardly more than the member's own one, a date, or a word that is tried first with digits (OWASP ASVS 5.0, 6.2.4,
 * 6.2.12).
 * @param phoneNumber as stored, E.164
 * @throws AppError WEAK_PASSWORD
 */
export function requireGoodPassword(password: string, phoneNumber: string): void {
  const typed = plainDigits(password.normalize('NFKC').toLowerCase());
  const compact = typed.replace(/[^\p{L}\p{N}]/gu, '');
  const isMonotonous = new Set(typed).size < 3;
  if (
    isMonotonous ||
    isBreachedPassword(password) ||
    isOwnNumber(compact, phoneNumber) ||
    (['thailand', 'laos'] as const).some((variant) => nationalPhoneNumber(typed, variant) !== null) ||
    DATE.test(compact) ||
    isGuessedWord(typed)
  )
    throw new AppError('WEAK_PASSWORD');
}

/** Whether it is the number in any spelling, with hardly any other characters. */
function isOwnNumber(compact: string, phoneNumber: string): boolean {
  const own = usernameOf(phoneNumber).slice(1);
  // Without country code or trunk prefix.
  const rest = compact.replace(/^(?:00)?(?:66|856)?0?/, '').replace(own, '');
  return compact.includes(own) && [...rest].length < BESIDE_NUMBER;
}

/** Whether nothing but digits and signs stands beside words that are tried first. */
function isGuessedWord(lower: string): boolean {
  const rest = withoutGuessedWords(lower);
  return rest !== lower && !/[^\p{N}\p{P}\p{S}\p{Z}]/u.test(rest);
}
