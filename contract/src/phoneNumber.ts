import { PHONE_NUMBER_LENGTH } from './limits.ts';
import type { Variant } from './variant.ts';

const SEPARATORS = /[\s().-]/g;
const THAI_MOBILE = /^0[689]\d{8}$/;
const LAO_MOBILE = /^0(?:20[23579]\d{7}|30\d{7})$/;

/** Removes the separators that people type: spaces, dots, dashes, brackets. */
export function compactPhoneNumber(typed: string): string {
  return typed.replace(SEPARATORS, '');
}

/**
 * The number as members type it, in national form: `0812345678`, `02055123456`.
 * Accepts +66, 66, +856, 856 and, in Laos, a missing leading zero. Returns null when it is no mobile number.
 */
export function nationalPhoneNumber(typed: string, variant: Variant): string | null {
  const compact = compactPhoneNumber(typed);
  if (variant === 'laos') {
    const digits = compact.replace(/^(?:\+?856)/, '').replace(/^0?/, '0');
    return LAO_MOBILE.test(digits) ? digits : null;
  }
  const digits = compact.replace(/^\+?66/, '0').replace(/^00/, '0');
  return THAI_MOBILE.test(digits) ? digits : null;
}

/** E.164 of a national number, the form in which one number is stored once whatever its spelling. */
export function e164PhoneNumber(national: string, variant: Variant): string {
  return `${variant === 'laos' ? '+856' : '+66'}${national.slice(1)}`;
}

/** LOG-04: outside Laos a phone number has exactly 10 characters. In Laos it must be a Lao mobile number. */
export function hasPhoneNumberLength(typed: string, variant: Variant): boolean {
  const compact = compactPhoneNumber(typed);
  return variant === 'laos'
    ? nationalPhoneNumber(compact, variant) !== null
    : compact.length === PHONE_NUMBER_LENGTH;
}
