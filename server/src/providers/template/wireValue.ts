import type { Satang } from '@krapao/contract/money';
import { satangFromWire, withoutGroups } from '../wireAmount.ts';
import { momentFromText, ofThisCentury } from '../wireTime.ts';

/** The unit in which a maker writes amounts: `major` baht or kip, `minor` hundredths of them. */
export type AmountUnit = 'major' | 'minor';

/** An amount as a maker writes it; null if it is none, not positive, or not exact. */
export function amountIn(unit: AmountUnit, value: unknown): Satang | null {
  const amount =
    unit === 'minor'
      ? /^[0-9]{1,15}$/.test(String(value))
        ? BigInt(String(value))
        : null
      : satangFromWire(value);
  return amount !== null && amount > 0n ? amount : null;
}

/** A balance or sum as a maker writes it, at least zero. Parts of a satang are left out; null if it is none. */
export function sumIn(unit: AmountUnit, value: unknown): Satang | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const [, whole, fraction = ''] =
    /^([0-9]{1,15})(?:\.([0-9]{1,20}))?$/.exec(withoutGroups(String(value))) ?? [];
  if (whole === undefined) return null;
  return unit === 'minor'
    ? BigInt(whole)
    : BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
}

/** A time as a maker writes it: a text, or seconds or milliseconds since 1970; null if it is none of this century. */
export function momentIn(value: unknown): Date | null {
  if (typeof value === 'number' || /^[0-9]{10,13}$/.test(String(value))) {
    const number = Number(value);
    return ofThisCentury(new Date(number < 1e11 ? number * 1_000 : number));
  }
  return typeof value === 'string' ? momentFromText(value) : null;
}

/** Whether a text can be stored and shown: it has no NUL and no half of a character. */
export const isWhole = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The beginning of a text, without half a letter at its end. */
export const beginningOf = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');

/** A text or whole number as a text; null for anything else, and for broken text. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && isWhole(value) ? value : null;
}
