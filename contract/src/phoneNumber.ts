import { plainDigits } from './digits.ts';
import { PHONE_NUMBER_LENGTH } from './limits.ts';
import type { Variant } from './variant.ts';

/** Spaces, dots, dashes, brackets, and invisible marks that come with a number copied from a contact list. */
const SEPARATORS = /[\s().\p{Pd}\p{Cf}]/gu;
const THAI_MOBILE = /^0[689]\d{8}$/;
/** As libphonenumber's metadata of Laos, version 9; 030 with seven digits, a fixed wireless number there, stays accepted. */
const LAO_MOBILE = /^0(?:20(?:[23579]\d|8[78])\d{6}|30(?:[24]\d{7}|\d{7}))$/;

/** Removes separators and converts Thai and Lao digits to 0 to 9. */
export function compactPhoneNumber(typed: string): string {
  return plainDigits(typed).replace(SEPARATORS, '');
}

/**
 * Converts a compact number to national form: a leading country code +66, 0066 or 66 (in Laos 856) becomes a zero. A
 * bare 66 or 856 counts as a country code only before a complete number. A second leading zero, between country code
 * and number, is dropped.
 */
export function withoutCountryCode(compact: string, variant: Variant): string {
  const [marked, bare, doubled] =
    variant === 'laos'
      ? [/^(?:\+|00)8560?/, /^8560?(?=(?:20\d{8}|30\d{7,8})$)/, /^00(?=[23])/]
      : [/^(?:\+|00)660?/, /^660?(?=[689]\d{8}$)/, /^00(?=[89]|6[^6])/];
  return compact.replace(marked, '0').replace(bare, '0').replace(doubled, '0');
}

/**
 * The number as members type it, in national form: `0812345678`, `02055123456`.
 * Accepts +66, 0066, 66, +856, 00856, 856 and, in Laos, a missing leading zero. Returns null when it is no mobile number.
 */
export function nationalPhoneNumber(typed: string, variant: Variant): string | null {
  const national = withoutCountryCode(compactPhoneNumber(typed), variant);
  if (variant !== 'laos') return THAI_MOBILE.test(national) ? national : null;
  const digits = national.replace(/^0?/, '0');
  return LAO_MOBILE.test(digits) ? digits : null;
}

/** E.164 form of a national number. Every number is stored in this one form, whatever its spelling. */
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
