import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys of one purpose: the first encrypts, all decrypt. There is more than one only during a key rotation. */
export type Keys = readonly [current: Buffer, ...previous: Buffer[]];

/** AES-256-GCM, bound to its owner: nonce, tag, ciphertext. */
export function seal([key]: Keys, owner: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws if it was encrypted with another key or for another owner. */
export function openSealed(keys: Keys, owner: string, sealed: Buffer): Buffer {
  const [key, ...previous] = keys;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    const [next, ...others] = previous;
    if (next === undefined) throw error;
    return openSealed([next, ...others], owner, sealed);
  }
}

/** The value re-encrypted with the current key; null if it already is. Throws if no key decrypts it. */
export function reseal(keys: Keys, owner: string, sealed: Buffer): Buffer | null {
  try {
    openSealed([keys[0]], owner, sealed);
    return null;
  } catch {
    return seal(keys, owner, openSealed(keys, owner, sealed));
  }
}
