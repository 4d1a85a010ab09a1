import { amountText, bahtText, grouped, wholeText, withSign } from './money.ts';

/** Kip with their sign: `₭325,000`, or a dash; decimals only where a bank named hundredths. */
export function kipText(value: unknown): string {
  return withSign('₭', Number.isInteger(value) ? wholeText(value) : amountText(value));
}

/** An amount with the sign of its currency: `฿500.00`, `₭325,000`. */
export function moneyText(value: unknown, currency: string): string {
  return currency === 'LAK' ? kipText(value) : bahtText(value);
}

/** What one baht costs in kip, of at most two decimals: those that it has are shown. */
export function rateText(kipForBaht: number): string {
  return grouped(String(kipForBaht));
}
