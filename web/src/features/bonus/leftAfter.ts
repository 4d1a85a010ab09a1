import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';

/** What is left in baht after a bonus was cancelled, exact to the satang. */
export function leftAfter({ now, cancelCost }: { now: number; cancelCost: number }): number {
  return bahtFromSatang((satangFromBaht(now) ?? 0n) - (satangFromBaht(cancelCost) ?? 0n));
}
