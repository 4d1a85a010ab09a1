import type { AppContext } from '../../context.ts';
import { askLeg, sendLeg } from './callProvider.ts';
import { type ClaimedLeg, claimLeg } from './claimLeg.ts';
import { settleLeg } from './settleLeg.ts';

// All of them are called at once, so that every call begins well within its lease.
const LEGS_AT_ONCE = 25;

/**
 * Takes the legs that are due (of one transfer where it is named), calls their providers at the same time and books
 * what is known then. @returns how many there were
 */
export async function runLegs(context: AppContext, transferId?: string): Promise<number> {
  const claimed: ClaimedLeg[] = [];
  while (claimed.length < LEGS_AT_ONCE) {
    const next = await claimLeg(context, transferId);
    if (next === undefined) break;
    claimed.push(next);
  }
  const ends = await Promise.allSettled(claimed.map((one) => runLeg(context, one)));
  for (const end of ends) {
    // The leg is asked about again when its lease ends.
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
