import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';
import type { Bonus } from './queries.ts';

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday: days from the Monday before it. */
const MONDAY_SHIFT = 3;

/** How often a bonus was received in the period of its type, and whether the limit is reached (BON-05). */
export interface Receipts {
  received: number;
  maximum: number;
  isExhausted: boolean;
}

/**
 * BON-05: `limit` counts all receipts, `day` those of today, `week` those of the current week from Monday, in Bangkok
 * time. `now` in milliseconds.
 */
export function receiptsOf(
  { type, maxReceived, userBonus }: Pick<Bonus, 'type' | 'maxReceived' | 'userBonus'>,
  now: number,
): Receipts {
  const periodOf = { limit: () => 0, day: dayOf, week: weekOf }[type];
  const present = periodOf(now);
  const received = (userBonus?.received ?? []).filter(
    ({ updatedAt }) => periodOf(Date.parse(updatedAt)) === present,
  ).length;
  return { received, maximum: maxReceived, isExhausted: received >= maxReceived };
}

function dayOf(time: number): number {
  return Math.floor((time + BANGKOK_OFFSET_MS) / DAY_MS);
}

function weekOf(time: number): number {
  return Math.floor((dayOf(time) + MONDAY_SHIFT) / 7);
}
