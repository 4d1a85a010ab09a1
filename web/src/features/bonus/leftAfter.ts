import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';

/** The balance in baht after a bonus is cancelled, exact to the satang. */
export function leftAfter({ now, cancelCost }: { now: number; cancelCost: number }): number {
  return bahtFromSatang((satangFromBaht(now) ?? 0n) - (satangFromBaht(cancelCost) ?? 0n));
}
