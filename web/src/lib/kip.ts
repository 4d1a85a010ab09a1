import { satangFromBaht } from '@krapao/contract/money';

const HUNDREDTHS = 100n;

/**
 * The least whole kip that are worth an amount in baht, at a rate in kip for one baht with at most two decimals; null
 * where a number is no such amount. The QR may ask for up to 99 more, which tell members apart.
 */
export function kipOf(baht: number, kipForBaht: number): number | null {
  const satang = satangFromBaht(baht);
  const att = satangFromBaht(kipForBaht);
  if (satang === null || att === null) return null;
  const hundredths = (satang * att + HUNDREDTHS - 1n) / HUNDREDTHS;
  return Number((hundredths + HUNDREDTHS - 1n) / HUNDREDTHS);
}

/** The whole kip that a withdrawal of so many baht pays, rounded down; null where a number is no amount. */
export function kipPaidFor(baht: number, kipForBaht: number): number | null {
  const satang = satangFromBaht(baht);
  const att = satangFromBaht(kipForBaht);
  return satang === null || att === null ? null : Number((satang * att) / (HUNDREDTHS * HUNDREDTHS));
}
