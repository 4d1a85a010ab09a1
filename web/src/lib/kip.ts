import { satangFromBaht } from '@krapao/contract/money';

const HUNDREDTHS = 100n;

/**
 * The minimum whole kip that cover an amount in baht, at a rate in kip for one baht with at most two decimals; null
 * when a number is not such an amount. The QR may add up to 99 kip, which identify the member.
 */
export function kipOf(baht: number, kipForBaht: number): number | null {
  const satang = satangFromBaht(baht);
  const att = satangFromBaht(kipForBaht);
  if (satang === null || att === null) return null;
  const hundredths = (satang * att + HUNDREDTHS - 1n) / HUNDREDTHS;
  return Number((hundredths + HUNDREDTHS - 1n) / HUNDREDTHS);
}

/** The whole kip that a withdrawal in baht pays, rounded down; null when a number is no amount. */
export function kipPaidFor(baht: number, kipForBaht: number): number | null {
  const satang = satangFromBaht(baht);
  const att = satangFromBaht(kipForBaht);
  return satang === null || att === null ? null : Number((satang * att) / (HUNDREDTHS * HUNDREDTHS));
}
