import type { Satang } from '@krapao/contract/money';

/** The terms of a bonus, frozen at its start. Shares are in basis points: 10000 is 100 %. */
export interface Terms {
  deposit: Satang;
  bonus: Satang;
  successBps: number;
  failBps: number;
  turnoverBps: number;
  maximumPayout: Satang | null;
}

const WHOLE = 10_000n;

/** A share of an amount, rounded down to the satang. */
export function shareDown(amount: Satang, bps: number): Satang {
  return (amount * BigInt(bps)) / WHOLE;
}

/** A share of an amount, rounded up to the satang. */
export function shareUp(amount: Satang, bps: number): Satang {
  return (amount * BigInt(bps) + WHOLE - 1n) / WHOLE;
}

/** The base of the percentages: deposit plus bonus. */
export function baseOf({ deposit, bonus }: Terms): Satang {
  return deposit + bonus;
}

/** The balance that ends the bonus as reached. */
export function targetOf(terms: Terms): Satang {
  return shareUp(baseOf(terms), terms.successBps);
}

/** The balance that ends the bonus as failed. */
export function floorOf(terms: Terms): Satang {
  return shareDown(baseOf(terms), terms.failBps);
}

/** The stakes required before the target counts. */
export function turnoverOf(terms: Terms): Satang {
  return shareUp(baseOf(terms), terms.turnoverBps);
}

/** What exceeds the maximum payout when a bonus ends as reached with this balance. */
export function excessOf({ maximumPayout }: Terms, now: Satang): Satang {
  return maximumPayout !== null && now > maximumPayout ? now - maximumPayout : 0n;
}

/**
 * What goes back to the house when a bonus ends before its target, cancelled or failed: the balance minus the member's
 * own money at its start, which is the deposit and what the member held besides (docs/decisions/145-bonuses.md).
 */
export function earlyEndCostOf(own: Satang, now: Satang): Satang {
  return now > own ? now - own : 0n;
}

/** The state of a bonus with this balance and these stakes since its start. */
export function verdictOf(terms: Terms, now: Satang, staked: Satang): 'reached' | 'failed' | 'active' {
  if (now >= targetOf(terms) && staked >= turnoverOf(terms)) return 'reached';
  return now <= floorOf(terms) ? 'failed' : 'active';
}

/** What the end of a bonus takes back with this balance; `own` is the member's own money at its start. */
export function removedAtEnd(
  terms: Terms,
  verdict: 'reached' | 'failed' | 'cancelled',
  { own, now }: { own: Satang; now: Satang },
): Satang {
  return verdict === 'reached' ? excessOf(terms, now) : earlyEndCostOf(own, now);
}
