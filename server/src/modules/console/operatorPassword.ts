import { randomInt } from 'node:crypto';
import { AppError } from '../../appError.ts';

const SHORTEST = 12;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A first password, typed once from a paper or a message: 16 letters and digits in groups of four. */
export function newOperatorPassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/**
 * Long, and not one character or the name over and over (OWASP ASVS 5.0, 6.2).
 * @throws AppError OPERATOR_PASSWORD_WEAK
 */
export function requireStrongPassword(password: string, username: string): void {
  const isMonotonous = new Set(password).size < 5;
  if ([...password].length < SHORTEST || isMonotonous || password.toLowerCase().includes(username)) {
    throw new AppError('OPERATOR_PASSWORD_WEAK', `at least ${SHORTEST} characters, without the name`);
  }
}
