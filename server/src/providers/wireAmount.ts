import { bahtText, type Satang } from '@krapao/contract/money';
import { Type } from 'typebox';

/** An amount in counterparts' format: baht as a decimal string with exactly two decimals. */
export const WireAmount = Type.String({ pattern: '^-?[0-9]{1,15}\\.[0-9]{2}$' });

/** Reads a string that matches WireAmount. */
export function satangFromText(text: string): Satang {
  return BigInt(text.replace('.', ''));
}

export const textFromSatang = bahtText;
