import type { AppContext } from '../../context.ts';
import { workOnEach } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { placeOfLeg } from '../games/gamePlace.ts';
import { askLeg, type LegOutcome, sendLeg } from './callProvider.ts';
import { type ClaimedLeg, claimLegs, LEGS } from './claimLegs.ts';
import { settleLeg } from './settleLeg.ts';

const INTERVAL_MS = 1_000;

/**
 * Claims the due legs (of one transfer if given), calls their providers in parallel and books the results. @returns the
 * number of legs
 */
export async function runLegs(context: AppContext, transferId?: string): Promise<number> {
  const claimed = await claimLegs(context, transferId);
  return workOnEach(context, LEGS, claimed, (leg) => runLeg(context, leg));
}

/** Only the house that a leg was made for is asked; one that takes no orders gets none, and loses none. */
async function callHouse({ providers }: AppContext, leg: ClaimedLeg): Promise<LegOutcome> {
  const place = placeOfLeg(leg);
  const provider = providers.game(place);
  if (!leg.is_sending) return askLeg(provider, leg);
  // Nobody has sent it yet.
  if (leg.sends === 1 && !providers.isGameOpen(place)) return { decision: 'rejected', reason: 'MAINTENANCE' };
  return sendLeg(provider, leg);
}

async function runLeg(context: AppContext, leg: ClaimedLeg): Promise<void> {
  const outcome = await callHouse(context, leg);
  if (outcome.decision === 'stuck')
    context.log.warn({ legId: leg.id, provider: leg.provider, reason: outcome.reason }, 'transfer is stuck');
  await settleLeg(context, leg, outcome);
}

/** Finishes transfers that no call waits for any more: those with unknown answers, and those interrupted by a crash. */
export function transferJobs(context: AppContext): Job[] {
  return [
    {
      name: 'transfers',
      intervalMs: INTERVAL_MS,
      run: () => runLegs(context),
    },
  ];
}
