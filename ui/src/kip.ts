import { bahtText, grouped, shortAmountText, withSign } from './money.ts';

/** An amount in kip with its sign: `₭325,000`, or a dash. Decimals appear only when a bank named hundredths. */
export function kipText(value: unknown): string {
  return withSign('₭', shortAmountText(value));
}

/** An amount with the sign of its currency: `฿500.00`, `₭325,000`. */
export function moneyText(value: unknown, currency: string): string {
  return currency === 'LAK' ? kipText(value) : bahtText(value);
}

/** The rate in kip for one baht, with the decimals that it has (at most two). */
export function rateText(kipForBaht: number): string {
  return grouped(String(kipForBaht));
}
