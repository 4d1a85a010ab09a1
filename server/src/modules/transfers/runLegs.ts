import type { AppContext } from '../../context.ts';
import { askLeg, sendLeg } from './callProvider.ts';
import { type ClaimedLeg, claimLegs } from './claimLegs.ts';
import { settleLeg } from './settleLeg.ts';

/**
 * Claims the due legs (of one transfer if given), calls their providers in parallel and books the results. @returns the
 * number of legs
 */
export async function runLegs(context: AppContext, transferId?: string): Promise<number> {
  const claimed = await claimLegs(context, transferId);
  const ends = await Promise.allSettled(claimed.map((one) => runLeg(context, one)));
  for (const end of ends) {
    // The job asks about the leg again when its lease ends.
    if (end.status === 'rejected') context.log.error({ err: end.reason }, 'transfer leg interrupted');
  }
  return claimed.length;
}

async function runLeg(context: AppContext, { leg, isSending }: ClaimedLeg): Promise<void> {
  const provider = context.providers.game(leg.provider);
  const outcome = isSending ? await sendLeg(provider, leg) : await askLeg(provider, leg);
  if (outcome.decision === 'stuck')
    context.log.warn({ legId: leg.id, provider: leg.provider, reason: outcome.reason }, 'transfer is stuck');
  await settleLeg(context.db, leg, outcome);
}
