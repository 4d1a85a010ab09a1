import type { Satang } from './money.ts';

/** The bounds of one withdrawal in satang (WDR-01). */
export interface WithdrawalBounds {
  minimum: Satang;
  maximum: Satang;
}

/**
 * What keeps an amount (satang) from being withdrawn, or null (WDR-02). The server judges by it, and the app says it
 * before the press.
 * @param available what can be taken now; not given, the ledger judges it
 */
export function withdrawalProblem(
  amount: Satang,
  { minimum, maximum }: WithdrawalBounds,
  available?: Satang,
): 'minimum' | 'maximum' | 'balance' | null {
  if (amount < minimum) return 'minimum';
  if (amount > maximum) return 'maximum';
  return available !== undefined && amount > available ? 'balance' : null;
}
