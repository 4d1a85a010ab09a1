import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser's keys: an uncompressed point on P-256, and its shared secret. */
export interface BrowserKeys {
  p256dh: Uint8Array;
  auth: Uint8Array;
}

const SALT_BYTES = 16;
const RECORD_BYTES = 4_096;
/** Ends the last record (RFC 8188). */
const DELIMITER = 2;
/** A push service takes 4,096 bytes: header, text, delimiter and tag. */
export const PLAIN_BYTES_MAX = 3_993;

/** A new pair of keys on the curve of web push. */
export function newPair(): ECDH {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair;
}

/**
 * Encrypts a message for one browser: one record of aes128gcm (RFC 8291, RFC 8188).
 * @param sender a pair for this message alone
 * @param salt 16 random bytes
 */
export function encryptPush(
  plain: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  sender: ECDH = newPair(),
  salt: Uint8Array = randomBytes(SALT_BYTES),
): Buffer {
  if (plain.length > PLAIN_BYTES_MAX) throw new RangeError(`${plain.length} bytes are too many for a push`);
  const ours = sender.getPublicKey();
  const { key, nonce } = messageKeys({
    secret: sender.computeSecret(p256dh),
    auth,
    browser: p256dh,
    sender: ours,
    salt,
  });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(DELIMITER)), cipher.final()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, sizes, ours, text, cipher.getAuthTag()]);
}

interface KeyMaterial {
  secret: Uint8Array;
  auth: Uint8Array;
  browser: Uint8Array;
  sender: Uint8Array;
  salt: Uint8Array;
}

/** RFC 8291 section 3.4. */
function messageKeys({ secret, auth, browser, sender, salt }: KeyMaterial) {
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender]);
  const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  return { key: derive('aes128gcm', 16), nonce: derive('nonce', 12) };
}
