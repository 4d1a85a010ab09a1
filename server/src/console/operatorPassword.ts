import { randomInt } from 'node:crypto';
import { AppError } from '../appError.ts';
import { isBreachedPassword } from '../modules/auth/breachedPasswords.ts';
import { withoutGuessedWords } from '../modules/auth/guessedWords.ts';

const SHORTEST = 12;
/** What must be left of a password without the words that everybody tries here. */
const OWN_LETTERS = 7;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A first password, typed once from a paper or a message: 16 letters and digits in groups of four. */
export function newOperatorPassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/**
 * Long, without the user name, not known from data leaks, and neither one character over and over nor made of the words
 * and rows of digits that are tried first (OWASP ASVS 5.0, 6.2).
 * @throws AppError OPERATOR_PASSWORD_WEAK
 */
export function requireStrongPassword(
  password: string,
  { username, name }: { username: string; name: string },
): void {
  const lower = password.normalize('NFKC').toLowerCase();
  if (isBreachedPassword(password)) throw new AppError('OPERATOR_PASSWORD_WEAK', 'known from data leaks');
  const isMonotonous = new Set(password).size < 5;
  if ([...password].length < SHORTEST || isMonotonous || lower.includes(username)) {
    throw new AppError('OPERATOR_PASSWORD_WEAK', `at least ${SHORTEST} characters, without the name`);
  }
  const ownNames = name
    .toLowerCase()
    .split(/\s+/u)
    .filter((part) => [...part].length >= 3);
  const rest = withoutGuessedWords(lower, ownNames)
    // Years, rows of digits and what is put behind a word.
    .replace(/[\p{P}\p{S}\p{Z}]|\d{2,}/gu, '');
  if (new Set(rest).size < 5 || [...rest].length < OWN_LETTERS) {
    throw new AppError('OPERATOR_PASSWORD_WEAK', 'words that are tried first');
  }
}
