import { createHash, randomBytes, randomInt } from 'node:crypto';
import { plainDigits } from '@krapao/contract/digits';
import { Secret, TOTP } from 'otpauth';
import { clock } from '../clock.ts';
import { type Keys, openSealed, seal } from '../sealed.ts';

const ISSUER = 'Krapao';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A new random secret for time-based codes (RFC 6238). */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** What an authenticator app takes: the secret in base32 and the otpauth address of its QR. */
export function totpEnrolment(secret: Buffer, username: string): { secret: string; address: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/**
 * The time step of a code in digits of any script, at most one step early or late. Null if it is wrong or no code, or not
 * later than `lastStep`: a code works once (RFC 6238, section 5.2).
 */
export function totpStep(secret: Buffer, code: string, lastStep: bigint): bigint | null {
  const token = totpCode(code);
  if (token === null) return null;
  const timestamp = clock.now();
  const delta = totpOf(secret, '').validate({ token, window: 1, timestamp });
  if (delta === null) return null;
  const step = BigInt(Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta);
  return step > lastStep ? step : null;
}

/** A typed time-based code as six plain digits; null if it is something else, such as a recovery code. */
export function totpCode(typed: string): string | null {
  const digits = plainDigits(typed).replace(/\s/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/** Ten codes for a lost telephone, each valid once: five groups of five, 123 random bits. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 5 }, group).join('-'));
}

/**
 * The stored form of a recovery code. It is random enough for a plain SHA-256 (OWASP ASVS 5.0, 6.5.2, requires 112
 * bits).
 */
export function recoveryCodeHash(code: string): Buffer {
  return createHash('sha256').update(plainDigits(code).trim().toLowerCase()).digest();
}

/** What a sealed secret is bound to. */
export function ownerOfTotpSecret(operatorId: bigint): string {
  return `operator:${operatorId}`;
}

/** Sealed, bound to the operator. */
export function sealTotpSecret(keys: Keys, operatorId: bigint, secret: Buffer): Buffer {
  return seal(keys, ownerOfTotpSecret(operatorId), secret);
}

/** Throws when the key or the operator is not the one that it was sealed for. */
export function openTotpSecret(keys: Keys, operatorId: bigint, sealed: Buffer): Buffer {
  return openSealed(keys, ownerOfTotpSecret(operatorId), sealed);
}

function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = new Uint8Array(secret);
  return new TOTP({
    issuer: ISSUER,
    label,
    period: PERIOD_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
    secret: new Secret({ buffer: bytes.buffer }),
  });
}
