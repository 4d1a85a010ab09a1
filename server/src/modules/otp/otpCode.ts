import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import type { OtpPurpose } from './otpTerms.ts';

/** Letters without I and O, which look like digits. */
const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 4;

/** Six random digits. */
export function newOtpCode(): string {
  return randomInt(10 ** OTP_CODE_LENGTH)
    .toString()
    .padStart(OTP_CODE_LENGTH, '0');
}

/** Four letters with which a person matches the SMS to the screen. */
export function newOtpReference(): string {
  return Array.from(
    { length: REFERENCE_LENGTH },
    () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)],
  ).join('');
}

/** Keyed hash of a code, bound to its token, number and purpose. */
export function otpHmac(
  key: Buffer,
  tokenHash: Buffer,
  phoneNumber: string,
  purpose: OtpPurpose,
  code: string,
): Buffer {
  return createHmac('sha256', key)
    .update(tokenHash)
    .update(JSON.stringify([phoneNumber, purpose, code]))
    .digest();
}

/** Compares two hashes in constant time. */
export function isSameHmac(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
