import { bahtText, type Satang, satangFromBaht } from '@krapao/contract/money';

/** The most that one call moves: 10,000 million baht or kip. */
const MOST = 1_000_000_000_000n;

/** Reads an amount above zero, a baht number or a decimal string with at most two decimals; null otherwise. */
export function readAmount(value: unknown): Satang | null {
  const satang = typeof value === 'number' ? satangFromBaht(value) : satangFromDecimal(value);
  return satang !== null && satang > 0n && satang <= MOST ? satang : null;
}

/** As `readAmount`, zero allowed. */
export function readAmountOrZero(value: unknown): Satang | null {
  return value === 0 || value === '0' || value === '0.00' ? 0n : readAmount(value);
}

/** Baht for people: thousands separated, two decimals. */
export function bahtForPeople(satang: Satang): string {
  const [whole = '', fraction] = bahtText(satang).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

function satangFromDecimal(value: unknown): Satang | null {
  if (typeof value !== 'string' || !/^\d{1,12}(\.\d{1,2})?$/.test(value)) return null;
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}
