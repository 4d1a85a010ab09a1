import { randomInt } from 'node:crypto';
import { type Keys, openSealed, seal } from '../../sealed.ts';

const PASSWORD_LENGTH = 12;
// Without letters and digits that look alike: members type it into games by hand.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A random game password of 12 letters and digits. */
export function newGamePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Sealed, bound to the account's username. */
export function encryptGamePassword(keys: Keys, username: string, password: string): Buffer {
  return seal(keys, username, Buffer.from(password, 'utf8'));
}

/** Throws when the key or the username is not the one that it was encrypted with. */
export function decryptGamePassword(keys: Keys, username: string, stored: Buffer): string {
  return openSealed(keys, username, stored).toString('utf8');
}
