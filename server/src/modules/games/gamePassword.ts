import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PASSWORD_LENGTH = 12;
// Without letters and digits that look alike: members type it into games by hand.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A random game password of 12 letters and digits. */
export function newGamePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** AES-256-GCM, bound to the account's username: nonce, tag, ciphertext. */
export function encryptGamePassword(key: Buffer, username: string, password: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(username));
  const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws when the key or the username is not the one that it was encrypted with. */
export function decryptGamePassword(key: Buffer, username: string, stored: Buffer): string {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const tag = stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(username)).setAuthTag(tag);
  return Buffer.concat([
    decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
