import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';

/** Limits of one withdrawal in baht, from the server (WDR-01). */
export interface Limits {
  withdrawMin: number;
  withdrawMax: number;
}

/** WDR-02: the problem of an amount (baht) for the available money, or null. */
export function withdrawProblem(
  amount: number,
  { withdrawMin, withdrawMax }: Limits,
  available: number,
): 'minimum' | 'maximum' | 'balance' | null {
  if (amount < withdrawMin) return 'minimum';
  if (amount > withdrawMax) return 'maximum';
  return amount > available ? 'balance' : null;
}

/** The maximum of one withdrawal in baht: wallet and games together, up to the limit. */
export function withdrawable(available: number, { withdrawMax }: Limits): number {
  return Math.min(available, withdrawMax);
}

/** Wallet and games together in baht, exact: withdrawAll takes from both. */
export function availableOf(wallet: number, inGames: number): number {
  return bahtFromSatang((satangFromBaht(wallet) ?? 0n) + (satangFromBaht(inGames) ?? 0n));
}
