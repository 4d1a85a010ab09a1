import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Six bytes: among half a million hashes, one of 600 million other passwords is taken for one of them. */
export const HASH_BYTES = 6;

/**
 * The beginnings of the SHA-256 hashes of the 474,743 most common passwords of eight characters and more that data
 * leaks made public, sorted, without separators (docs/decisions/310-leaked-passwords.md).
 */
export const BREACHED_FILE = join(import.meta.dirname, 'breachedPasswords.bin');

const HASHES = readFileSync(BREACHED_FILE);

/** The hash by which a password stands in the file: whatever the keyboard composed, in upper or lower case. */
export function breachedHash(password: string): Buffer {
  const folded = password.normalize('NFKC').toLowerCase();
  return createHash('sha256').update(folded).digest().subarray(0, HASH_BYTES);
}

/** True for a password of eight characters and more that many people had when their data leaked. */
export function isBreachedPassword(password: string): boolean {
  const wanted = breachedHash(password);
  let low = 0;
  let high = HASHES.length / HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = HASHES.compare(wanted, 0, HASH_BYTES, middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (order === 0) return true;
    // The file's hash is below the wanted one.
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
