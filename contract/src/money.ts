/** Money: integer satang (bigint) inside, baht with at most two decimals on the wire. 1 baht = 100 satang. */

/** An amount in satang. */
export type Satang = bigint;

/**
 * Reads a wire amount (baht) exactly.
 * Returns null when the number is not finite, has a third decimal, or is not exactly representable.
 */
export function satangFromBaht(baht: number): Satang | null {
  const text = String(baht);
  // Numbers written with an exponent are below a satang or too large to be exact.
  if (!Number.isFinite(baht) || text.includes('e')) return null;
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > 2 || Math.abs(baht) > Number.MAX_SAFE_INTEGER / 100) return null;
  const sign = whole.startsWith('-') ? -1n : 1n;
  return sign * (BigInt(whole.replace('-', '')) * 100n + BigInt(fraction.padEnd(2, '0')));
}

/** Writes satang as a wire amount (baht). Exact up to 2^53 satang. */
export function bahtFromSatang(satang: Satang): number {
  return Number(satang) / 100;
}

/** Writes satang as a decimal string of baht with two decimals, for example 12050n as `120.50`. */
export function bahtText(satang: Satang): string {
  const absolute = satang < 0n ? -satang : satang;
  const text = absolute.toString().padStart(3, '0');
  return `${satang < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}
