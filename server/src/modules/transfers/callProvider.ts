import { TROUBLES } from '@krapao/contract/connections';
import { clock } from '../../clock.ts';
import type { GameProvider } from '../../providers/gameProvider.ts';
import type { LegRow } from './gameTransfer.ts';

/** The result of a leg after one more call. `later`: undecided, ask again. */
export type LegOutcome =
  | { decision: 'confirmed' }
  | { decision: 'rejected'; reason: string }
  | { decision: 'stuck'; reason: string }
  | { decision: 'later'; reason: string }
  | { decision: 'not_found' };

// This many answers of "not found", this long after the last sending, exclude that one is still in transit.
const NOT_FOUND_ASKS = 3;
const NOT_FOUND_AFTER_MS = 30_000;
/** How often one leg is sent, always under the same id, which the provider applies once. */
export const SENDS_MAX = 2;

const OTHER_SETTINGS: LegOutcome = { decision: 'stuck', reason: 'OTHER_SETTINGS' };

/** Sends a leg. */
export async function sendLeg(provider: GameProvider, leg: LegRow): Promise<LegOutcome> {
  const { id, username, amount } = leg;
  const direction = leg.direction === 'in' ? 'in' : 'out';
  const result = await provider.transfer({ id, username, direction, amount });
  switch (result.status) {
    case 'success':
      return { decision: 'confirmed' };
    case 'mismatch':
      return { decision: 'stuck', reason: `MOVED_${result.amount}` };
    case 'manual':
      return { decision: 'stuck', reason: 'MANUAL' };
    case 'rejected':
      if (result.reason === 'DUPLICATE_ID') return { decision: 'stuck', reason: result.reason };
      // A refusal of this sending says nothing about an earlier one whose answer was lost.
      return leg.sends === 1
        ? refused(provider, leg, result.reason)
        : { decision: 'later', reason: result.reason };
    case 'other_settings':
      return OTHER_SETTINGS;
    case 'pending':
      return { decision: 'later', reason: 'PENDING' };
    case 'unknown':
      return { decision: 'later', reason: result.reason };
  }
}

/** Accepts a refusal only if the look-up by our id, where the provider has one, agrees. */
async function refused(provider: GameProvider, leg: LegRow, reason: string): Promise<LegOutcome> {
  const known = await provider.queryTransfer?.({ id: leg.id, amount: leg.amount });
  if (known === undefined) return { decision: 'rejected', reason };
  if (known.status === 'success') return { decision: 'confirmed' };
  if (known.status === 'mismatch') return { decision: 'stuck', reason: `MOVED_${known.amount}` };
  if (known.status === 'pending') return { decision: 'later', reason: 'PENDING' };
  if (known.status === 'unknown') return { decision: 'later', reason: known.reason };
  if (known.status === 'other_settings') return OTHER_SETTINGS;
  return { decision: 'rejected', reason };
}

/**
 * The same order once more is the question of a house that has no other: it applies an id once, and answers as before.
 * A refusal of the order itself counts as "not found"; one of the call says nothing.
 */
async function askBySending(
  provider: GameProvider,
  leg: LegRow,
  isAlone: () => Promise<boolean>,
): Promise<LegOutcome> {
  const outcome = await sendLeg(provider, { ...leg, sends: SENDS_MAX });
  const isOfCall = (reason: string) =>
    reason === 'MAINTENANCE' || reason === 'PENDING' || TROUBLES.some((trouble) => trouble === reason);
  if (outcome.decision !== 'later' || isOfCall(outcome.reason)) return outcome;
  return notFound(provider, leg, isAlone);
}

/** Looks up a leg that was sent. @param isAlone see `neverArrived` */
export async function askLeg(
  provider: GameProvider,
  leg: LegRow,
  isAlone: () => Promise<boolean>,
): Promise<LegOutcome> {
  if (provider.queryTransfer === undefined) return askBySending(provider, leg, isAlone);
  const result = await provider.queryTransfer({ id: leg.id, amount: leg.amount });
  switch (result.status) {
    case 'success':
      return { decision: 'confirmed' };
    case 'failed':
      return { decision: 'rejected', reason: result.reason };
    case 'mismatch':
      return { decision: 'stuck', reason: `MOVED_${result.amount}` };
    case 'manual':
      return { decision: 'stuck', reason: 'MANUAL' };
    case 'other_settings':
      return OTHER_SETTINGS;
    case 'pending':
      return { decision: 'later', reason: 'PENDING' };
    case 'unknown':
      return { decision: 'later', reason: result.reason };
    case 'not_found':
      return notFound(provider, leg, isAlone);
  }
}

async function notFound(
  provider: GameProvider,
  leg: LegRow,
  isAlone: () => Promise<boolean>,
): Promise<LegOutcome> {
  const isOld = leg.sent_at !== null && clock.now() - leg.sent_at.getTime() >= NOT_FOUND_AFTER_MS;
  if (leg.sends >= SENDS_MAX && leg.not_found + 1 >= NOT_FOUND_ASKS && isOld)
    return neverArrived(provider, leg, isAlone);
  return { decision: 'not_found' };
}

/**
 * Accepts a repeated "not found" only if the balance is the one that the house told right before the first sending, and
 * nothing but this leg can have moved it: an operator decides everything else. Of a way in, the balance says less, since
 * play may have used the money up: an empty account proves nothing, nor does a house that has no question of its own.
 * @param isAlone whether no other leg of this player was on its way since
 */
async function neverArrived(
  provider: GameProvider,
  leg: LegRow,
  isAlone: () => Promise<boolean>,
): Promise<LegOutcome> {
  const unsure: LegOutcome = { decision: 'stuck', reason: 'NOT_FOUND_BUT_UNSURE' };
  if (leg.direction === 'in' && provider.queryTransfer === undefined) return unsure;
  const told = await provider.balance(leg.username);
  if (told.status !== 'ok') return { decision: 'later', reason: 'NOT_FOUND' };
  const balance = told.available + told.inPlay;
  if (leg.amount_before === null || !(await isAlone())) return unsure;
  if (balance !== leg.amount_before) return { decision: 'stuck', reason: 'NOT_FOUND_BUT_BALANCE_MOVED' };
  if (leg.direction === 'in' && balance === 0n) return unsure;
  return { decision: 'rejected', reason: 'NOT_FOUND' };
}
