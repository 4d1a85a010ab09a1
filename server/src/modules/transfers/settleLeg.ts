import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { lockMemberAccounts } from '../../ledger/account.ts';
import { type LegOutcome, SENDS_MAX } from './callProvider.ts';
import { confirmLeg, returnLeg } from './legMoney.ts';
import { proceed } from './proceed.ts';
import type { GameTransfer, LegRow } from './transferRow.ts';

/** After this time without a final result, a person asks the provider. */
const ASKED_FOR_MS = 24 * 3_600_000;
const ASK_AGAIN_SECONDS = [0, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * Books the result of a leg and continues its transfer, in one transaction. The claim is the fence: a node whose claim
 * was taken over writes nothing.
 */
export async function settleLeg(db: Db, claimed: LegRow, outcome: LegOutcome): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const transfer = await trx
      .selectFrom('transfer')
      .selectAll()
      .where('id', '=', claimed.transfer_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const leg = await trx
      .selectFrom('transfer_leg')
      .selectAll()
      .where('id', '=', claimed.id)
      .where('claim', '=', claimed.claim)
      .where('state', 'in', ['SENT', 'UNKNOWN'])
      .forUpdate()
      .executeTakeFirst();
    if (leg === undefined) return;
    if (outcome.decision === 'later' || outcome.decision === 'not_found') return askLater(trx, leg, outcome);
    if (outcome.decision === 'stuck') return end(trx, leg, 'STUCK', outcome.reason);
    const actor = `member:${leg.member_id}`;
    await bookLeg(
      trx,
      transfer,
      leg,
      outcome.decision === 'confirmed'
        ? { state: 'CONFIRMED', reason: null, actor }
        : { state: 'REJECTED', reason: outcome.reason, actor },
    );
  });
}

/** Books the result of a leg and continues its transfer. The caller holds the locks of both rows. */
export async function bookLeg(
  trx: Trx,
  transfer: GameTransfer,
  leg: LegRow,
  { state, reason, actor }: { state: 'CONFIRMED' | 'REJECTED'; reason: string | null; actor: string },
): Promise<void> {
  await lockMemberAccounts(trx, leg.member_id);
  if (state === 'CONFIRMED') await confirmLeg(trx, leg, actor);
  else await returnLeg(trx, leg, actor);
  await end(trx, leg, state, reason);
  await proceed(trx, transfer);
}

async function askLater(
  trx: Trx,
  leg: LegRow,
  outcome: Extract<LegOutcome, { decision: 'later' | 'not_found' }>,
): Promise<void> {
  const isNotFound = outcome.decision === 'not_found';
  const isAgain = isNotFound && leg.sends < SENDS_MAX;
  if (!isNotFound && leg.sent_at !== null && Date.now() - leg.sent_at.getTime() > ASKED_FOR_MS)
    return end(trx, leg, 'STUCK', outcome.reason);
  const seconds = ASK_AGAIN_SECONDS[Math.min(leg.asks, ASK_AGAIN_SECONDS.length - 1)] ?? 0;
  await trx
    .updateTable('transfer_leg')
    .set({
      state: isAgain ? 'INTENT' : 'UNKNOWN',
      reason: isNotFound ? 'NOT_FOUND' : outcome.reason,
      asks: leg.asks + 1,
      not_found: isNotFound ? leg.not_found + 1 : leg.not_found,
      due_at: sql<Date>`now() + make_interval(secs => ${isAgain ? 0 : seconds})`,
    })
    .where('id', '=', leg.id)
    .execute();
}

async function end(
  trx: Trx,
  leg: LegRow,
  state: 'CONFIRMED' | 'REJECTED' | 'STUCK',
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable('transfer_leg')
    .set({ state, reason, due_at: null })
    .where('id', '=', leg.id)
    .execute();
}
