import type { Totals } from '../../../features/wallet/totals.ts';

/**
 * What the line under the total can say, the most urgent first: what runs out, money that the total does not hold, what one
 * press brings back, what keeps money in, and where to begin.
 */
const ORDER = ['qr', 'payingOut', 'inTransfer', 'checked', 'inGames', 'bonus', 'newcomer'] as const;
export type Standing = (typeof ORDER)[number];

interface StandingFacts {
  totals: Totals;
  /** The money of all games is being brought back. */
  isTakingBack: boolean;
  /** Money in games can be brought back by a press. */
  canTakeBack: boolean;
  /** A QR waits to be paid. */
  hasQr: boolean;
  hasBonus: boolean;
  /** Nothing was ever deposited, and a deposit is possible now. */
  isNewcomer: boolean;
}

/** All that holds for the member now, in the order of the line: it says the first. A press is answered where it was made. */
export function standingsOf({ totals, isTakingBack, ...facts }: StandingFacts): Standing[] {
  const holds: Record<Standing, boolean> = {
    qr: facts.hasQr,
    payingOut: totals.payingOut > 0,
    inTransfer: totals.inTransfer > 0,
    checked: totals.checked > 0,
    inGames: isTakingBack || (totals.inGames > 0 && facts.canTakeBack),
    bonus: facts.hasBonus,
    newcomer: facts.isNewcomer && totals.total === 0,
  };
  const order = isTakingBack ? new Set<Standing>(['inGames', ...ORDER]) : ORDER;
  const standings = [...order].filter((one) => holds[one]);
  // Who has begun needs no first step.
  return standings.length > 1 ? standings.filter((one) => one !== 'newcomer') : standings;
}
