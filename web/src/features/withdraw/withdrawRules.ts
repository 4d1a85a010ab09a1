import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { withdrawalProblem } from '@krapao/contract/withdrawalRules';

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
): ReturnType<typeof withdrawalProblem> {
  const bounds = { minimum: satang(withdrawMin), maximum: satang(withdrawMax) };
  return withdrawalProblem(satang(amount), bounds, satang(available));
}

/** The maximum of one withdrawal in baht: wallet and games together, up to the limit. */
export function withdrawable(available: number, { withdrawMax }: Limits): number {
  return Math.min(available, withdrawMax);
}

/** Baht that withdrawAll can take: from the wallet, and from games but for those that are shut; exact. */
export function availableOf(wallet: number, inGames: number, inShutGames = 0): number {
  return bahtFromSatang(satang(wallet) + satang(inGames) - satang(inShutGames));
}

/** What is missing from one amount to another in baht, exact. */
export function missingOf(wanted: number, has: number): number {
  return bahtFromSatang(satang(wanted) - satang(has));
}

function satang(baht: number): bigint {
  return satangFromBaht(baht) ?? 0n;
}
