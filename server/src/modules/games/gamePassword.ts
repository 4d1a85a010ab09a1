import { randomInt } from 'node:crypto';
import { type Keys, openSealed, seal } from '../../sealed.ts';

const PASSWORD_LENGTH = 12;
// Without similar letters and digits: members type it into games by hand.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A random game password of 12 letters and digits. */
export function newGamePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Encrypted, bound to the account's username. */
export function encryptGamePassword(keys: Keys, username: string, password: string): Buffer {
  return seal(keys, username, Buffer.from(password, 'utf8'));
}

/** Throws if the key or the username differs from the encryption. */
export function decryptGamePassword(keys: Keys, username: string, stored: Buffer): string {
  return openSealed(keys, username, stored).toString('utf8');
}
