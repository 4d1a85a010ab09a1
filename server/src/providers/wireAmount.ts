import { bahtText, type Satang, satangFromBaht } from '@krapao/contract/money';
import { Type } from 'typebox';

/** An amount in counterparts' format: baht as a decimal string with exactly two decimals. */
export const WireAmount = Type.String({ pattern: '^-?[0-9]{1,15}\\.[0-9]{2}$' });

/** Reads a string that matches WireAmount. */
export function satangFromText(text: string): Satang {
  return BigInt(text.replace('.', ''));
}

export const textFromSatang = bahtText;

/**
 * Reads an amount as makers of other services write it: a JSON number, or a decimal string of baht, with commas between
 * groups of three only where a point and two digits follow: elsewhere a comma may be the point. Null if it is none, or not
 * exact to the satang.
 */
export function satangFromWire(amount: unknown): Satang | null {
  if (typeof amount === 'number') return satangFromBaht(amount);
  const [, whole, fraction = ''] =
    /^([0-9]{1,13})(?:\.([0-9]{1,2})0*)?$/.exec(withoutGroups(String(amount))) ?? [];
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}

/** `1,000.00` as `1000.00`; a text in which commas may mean something else stays. */
export const withoutGroups = (text: string): string =>
  /^[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}\.[0-9]{2}$/.test(text) ? text.replaceAll(',', '') : text;
