import type { Satang } from '@krapao/contract/money';
import type { GatewayCurrency } from '../../paymentGateway.ts';
import { type AmountUnit, amountIn, momentIn, textIn } from '../../template/wireValue.ts';
import { CURRENCY_NUMBERS } from '../gatewayMaker.ts';

/** How a maker writes amounts, and the currency that it must name, if it names one. */
export interface Answering {
  amounts: AmountUnit;
  currency: GatewayCurrency;
}

/**
 * What was paid, by the fields amount, paidAt and currency of an answer or a notice; null if it is of another currency,
 * or cannot be read exactly.
 * @param now the time of a payment whose maker tells none
 */
export function paymentIn(
  { amounts, currency }: Answering,
  field: (name: string) => unknown,
  now: Date,
): { amount: Satang; paidAt: Date } | null {
  const told = field('currency');
  const names = [currency, currency.toLowerCase(), CURRENCY_NUMBERS[currency]];
  if (told !== undefined && !names.includes(textIn(told) ?? '')) return null;
  const amount = amountIn(amounts, field('amount'));
  const time = field('paidAt');
  const paidAt = time === undefined ? now : momentIn(time);
  return amount === null || paidAt === null ? null : { amount, paidAt };
}
