import { randomInt } from 'node:crypto';

// Without letters that look like digits or form words.
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const SHAPE = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/;

/** A new coupon's code, such as `7KQ2-M9XT-B4CD`. */
export function couponCode(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
}

/** True when the text has the shape of a coupon's code. */
export function isCouponCode(text: string): boolean {
  return SHAPE.test(text);
}
