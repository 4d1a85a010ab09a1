import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import type { LeaseEnd } from '../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../jobs/retry.ts';
import { underFence } from '../../jobs/underFence.ts';
import { type LegOutcome, SENDS_MAX } from './callProvider.ts';
import { LEGS } from './claimLegs.ts';
import type { GameTransfer, LegRow } from './gameTransfer.ts';
import { endLegWithMoney } from './legMoney.ts';
import { confirmPlainMove, type EndedTransfer } from './plainMoves.ts';
import { proceed } from './proceed.ts';

/** After this time without a final result, a person asks the provider. */
const ASKED_FOR_MS = 24 * 3_600_000;
const ASK_AGAIN: Ladder = { waits: [0, 1, 2, 5, 10, 30, 60, 120, 300], isEndless: true };

/**
 * Books the result of a leg and continues its transfer, in one transaction. The claim is the fence: a node whose claim
 * was taken over writes only that the provider has moved the money. @returns the transfer, if it was a plain move that
 * ended
 */
export async function settleLeg(
  context: Pick<AppContext, 'db' | 'log' | 'metrics'>,
  claimed: LegRow,
  outcome: LegOutcome,
): Promise<EndedTransfer | undefined> {
  if (outcome.decision === 'confirmed' && claimed.direction === 'in') {
    const ended = await confirmPlainMove(context.db, claimed);
    if (ended) {
      context.metrics.countLease(LEGS.job, 'done');
      return ended;
    }
  }
  const end = await underFence(context, LEGS, claimed, async (trx, lock) => {
    const transfer = await lockTransfer(trx, claimed);
    const leg = await lock();
    if (outcome.decision === 'later' || outcome.decision === 'not_found') return askLater(trx, leg, outcome);
    if (outcome.decision === 'stuck') {
      await leaveToOperator(trx, leg, outcome.reason);
      return 'gave_up';
    }
    const actor = `member:${leg.member_id}`;
    await bookLeg(
      trx,
      transfer,
      leg,
      outcome.decision === 'confirmed'
        ? { state: 'CONFIRMED', reason: null, actor }
        : { state: 'REJECTED', reason: outcome.reason, actor },
    );
    return 'done';
  });
  if (end === 'overtaken' && outcome.decision === 'confirmed') await takeLateConfirmed(context, claimed);
  return undefined;
}

/** The provider has moved the money, and another node asked meanwhile. What waits for a person stays theirs. */
async function takeLateConfirmed(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  claimed: LegRow,
): Promise<void> {
  const leg = await db.transaction().execute(async (trx) => {
    const transfer = await lockTransfer(trx, claimed);
    const found = await trx
      .selectFrom('transfer_leg')
      .selectAll()
      .where('id', '=', claimed.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const actor = `member:${found.member_id}`;
    if (found.due_at !== null)
      await bookLeg(trx, transfer, found, { state: 'CONFIRMED', reason: null, actor });
    // The operator who decides reads it.
    else if (found.state === 'STUCK') await leaveToOperator(trx, found, 'CONFIRMED_LATE');
    return found;
  });
  if (leg.due_at === null && leg.state !== 'CONFIRMED')
    log.error(
      { legId: leg.id, provider: leg.provider, state: leg.state },
      'provider confirms a transfer late',
    );
}

function lockTransfer(trx: Trx, { transfer_id: id }: LegRow): Promise<GameTransfer> {
  return trx.selectFrom('transfer').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Books the result of a leg and continues its transfer. The caller holds the locks of both rows. */
export async function bookLeg(
  trx: Trx,
  transfer: GameTransfer,
  leg: LegRow,
  result: { state: 'CONFIRMED' | 'REJECTED'; reason: string | null; actor: string },
): Promise<void> {
  await proceed(trx, transfer, await endLegWithMoney(trx, leg.id, result));
}

async function askLater(
  trx: Trx,
  leg: LegRow,
  outcome: Extract<LegOutcome, { decision: 'later' | 'not_found' }>,
): Promise<LeaseEnd> {
  const isNotFound = outcome.decision === 'not_found';
  const isAgain = isNotFound && leg.sends < SENDS_MAX;
  const reason = isNotFound ? 'NOT_FOUND' : outcome.reason;
  const isOver = !isNotFound && leg.sent_at !== null && clock.now() - leg.sent_at.getTime() > ASKED_FOR_MS;
  const asks = leg.asks + 1;
  return retryOrGiveUp(trx, LEGS, leg, {
    wait: isOver ? undefined : isAgain ? 0 : waitAfter(ASK_AGAIN, asks),
    set: {
      state: isAgain ? 'INTENT' : 'UNKNOWN',
      reason,
      asks,
      not_found: isNotFound ? leg.not_found + 1 : leg.not_found,
    },
    giveUp: () => leaveToOperator(trx, leg, reason),
  });
}

async function leaveToOperator(trx: Trx, leg: LegRow, reason: string): Promise<void> {
  await trx
    .updateTable('transfer_leg')
    .set({ state: 'STUCK', reason, due_at: null })
    .where('id', '=', leg.id)
    .execute();
}
