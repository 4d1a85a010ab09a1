import {
  createHash,
  createHmac,
  createPublicKey,
  createSign,
  createVerify,
  timingSafeEqual,
} from 'node:crypto';
import { type Static, Type } from 'typebox';

/** What a counterpart may sign by. */
export const ALGORITHMS = [
  'hmac-sha256',
  'hmac-sha512',
  'hmac-sha1',
  'sha256',
  'sha512',
  'sha1',
  'md5',
  'rsa-sha256',
] as const;

/**
 * A signature function. `over` is a template of what is signed. Plain hashes sign nothing by themselves: their `over`
 * has the key in it. `keyIn`: how the typed key stands for bytes.
 */
export const SignatureShape = Type.Object(
  {
    algorithm: Type.Enum([...ALGORITHMS]),
    encoding: Type.Optional(Type.Enum(['hex', 'HEX', 'base64'], { default: 'hex' })),
    key: Type.Optional(Type.String({ pattern: '^[a-zA-Z]{1,40}$', description: 'name of the secret' })),
    keyIn: Type.Optional(Type.Enum(['text', 'base64', 'hex'], { default: 'text' })),
    over: Type.String({ maxLength: 2_000 }),
  },
  { additionalProperties: false },
);
export type Signature = Static<typeof SignatureShape>;

/** Signs `text`. Throws if the key is no key for the algorithm. */
export function sign(signature: Signature, key: string, text: string | Buffer): string {
  const { algorithm } = signature;
  const raw =
    algorithm === 'rsa-sha256'
      ? createSign('sha256').update(text).sign(key)
      : algorithm.startsWith('hmac-')
        ? createHmac(algorithm.slice(5), keyBytes(signature, key)).update(text).digest()
        : createHash(algorithm).update(text).digest();
  return written(signature, raw);
}

/** Whether `given` is the signature of `text`. Constant-time; false for a key that is none. */
export function isSigned(signature: Signature, key: string, text: string | Buffer, given: string): boolean {
  try {
    if (signature.algorithm === 'rsa-sha256') {
      const encoding = signature.encoding === 'base64' ? 'base64' : 'hex';
      return createVerify('sha256').update(text).verify(key, Buffer.from(given, encoding));
    }
    const expected = Buffer.from(sign(signature, key, text));
    const told = Buffer.from(signature.encoding === 'base64' ? given : inCase(signature, given));
    return expected.length === told.length && timingSafeEqual(expected, told);
  } catch {
    return false;
  }
}

/** Whether the key alone signs nothing: it must stand in what is hashed. */
export const isPlainHash = ({ algorithm }: Signature): boolean => !algorithm.includes('-');

const LEAST_KEY_BYTES = 8;

/** Whether a typed key is one: it reads back as it was typed, and nobody guesses it. A text that is no hex reads as nothing. */
export function isKeyFor(signature: Signature, key: string): boolean {
  if (signature.algorithm === 'rsa-sha256') return isPublicKey(key);
  const bytes = keyBytes(signature, key);
  return bytes.length >= LEAST_KEY_BYTES && readsBack(signature, key, bytes);
}

function isPublicKey(key: string): boolean {
  try {
    createPublicKey(key);
    return true;
  } catch {
    return false;
  }
}

function readsBack({ keyIn = 'text' }: Signature, key: string, bytes: Buffer): boolean {
  if (keyIn === 'text') return true;
  if (keyIn === 'hex') return bytes.toString('hex') === key.toLowerCase();
  const typed = key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return bytes.toString('base64url') === typed;
}

const written = (signature: Signature, raw: Buffer) =>
  signature.encoding === 'base64' ? raw.toString('base64') : inCase(signature, raw.toString('hex'));

const inCase = ({ encoding }: Signature, hex: string) =>
  encoding === 'HEX' ? hex.toUpperCase() : hex.toLowerCase();

function keyBytes({ keyIn = 'text' }: Signature, key: string): Buffer {
  return Buffer.from(key, keyIn === 'text' ? 'utf8' : keyIn);
}
