import type { AppContext } from '../../context.ts';
import { askLeg, sendLeg } from './callProvider.ts';
import { type ClaimedLeg, claimLeg } from './claimLeg.ts';
import { settleLeg } from './settleLeg.ts';

const LEGS_AT_ONCE = 25;

/**
 * Takes the legs that are due (of one transfer where it is named), calls the provider of each as soon as it is taken, and
 * books what is known then. @returns how many there were
 */
export async function runLegs(context: AppContext, transferId?: string): Promise<number> {
  const running: Promise<void>[] = [];
  while (running.length < LEGS_AT_ONCE) {
    const next = await claimLeg(context, transferId);
    if (next === undefined) break;
    running.push(
      runLeg(context, next).catch((error: unknown) => {
        // The leg is asked about again when its lease ends.
        context.log.error({ err: error }, 'transfer leg interrupted');
      }),
    );
  }
  await Promise.all(running);
  return running.length;
}

async function runLeg(context: AppContext, { leg, isSending }: ClaimedLeg): Promise<void> {
  const provider = context.providers.game(leg.provider);
  const outcome = isSending ? await sendLeg(provider, leg) : await askLeg(provider, leg);
  if (outcome.decision === 'stuck')
    context.log.warn({ legId: leg.id, provider: leg.provider, reason: outcome.reason }, 'transfer is stuck');
  await settleLeg(context.db, leg, outcome);
}
