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
 * Reads an amount as makers of other services write it: a JSON number, or a decimal string of baht. Null if it is none,
 * or not exact to the satang.
 */
export function satangFromWire(amount: unknown): Satang | null {
  if (typeof amount === 'number') return satangFromBaht(amount);
  const [, whole, fraction = ''] = /^([0-9]{1,13})(?:\.([0-9]{1,2})0*)?$/.exec(String(amount)) ?? [];
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}
