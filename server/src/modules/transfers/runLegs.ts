import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { batcherOf } from '../../database/inBatches.ts';
import { workOnEach } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { within } from '../../within.ts';
import { placeOfLeg } from '../games/gamePlace.ts';
import { askLeg, type LegOutcome, sendLeg } from './callProvider.ts';
import { type ClaimedLeg, claimLegs, LEGS, LEGS_ARE_DUE } from './claimLegs.ts';
import type { EndedTransfer } from './plainMoves.ts';
import { settleLeg } from './settleLeg.ts';

/** A house that takes longer is sent the order without it. */
const BALANCE_WITHIN_MS = 2_000;

/**
 * Claims the due legs (of one transfer if given), calls their providers in parallel and books the results. @returns the
 * number of legs
 */
export async function runLegs(context: AppContext, transferId?: string): Promise<number> {
  return runClaimed(context, await claimLegs(context, transferId));
}

/**
 * Calls the providers of claimed legs in parallel and books the results. @param onEnd hears of plain moves that ended
 * @returns the number of legs
 */
export function runClaimed(
  context: AppContext,
  claimed: readonly ClaimedLeg[],
  onEnd?: (transfer: EndedTransfer) => void,
): Promise<number> {
  return workOnEach(context, LEGS, claimed, async (leg) => {
    const ended = await runLeg(context, leg);
    if (ended) onEnd?.(ended);
  });
}

/** Only the house that a leg was made for is asked; one that takes no orders gets none, and loses none. */
async function callHouse(context: AppContext, leg: ClaimedLeg): Promise<LegOutcome> {
  const { db, providers } = context;
  const place = placeOfLeg(leg);
  const provider = providers.game(place);
  if (!leg.is_sending) return askLeg(provider, leg, () => wasAlone(db, leg));
  if (leg.sends > 1) return sendLeg(provider, leg);
  // Nobody has sent it yet.
  const closed: LegOutcome = { decision: 'rejected', reason: 'MAINTENANCE' };
  if (!providers.isGameOpen(place)) return closed;
  const before = await within(BALANCE_WITHIN_MS, provider.balance(leg.username));
  if (before?.status === 'rejected' && before.reason === 'MAINTENANCE') return closed;
  if (before?.status === 'ok') await keepBalance(db, { leg, balance: before.available + before.inPlay });
  return sendLeg(provider, leg);
}

/**
 * What the house tells right before the first sending; a later "not found" is held against it. It waits for no disk: what
 * a crash of the database forgets leaves the "not found" to an operator.
 */
const keepBalance = batcherOf(
  async (db: Db, told: readonly { leg: ClaimedLeg; balance: Satang }[]): Promise<undefined[]> => {
    await sql`
      update transfer_leg l set amount_before = q.balance
      from (select set_config('synchronous_commit', 'off', true)) without_disk,
        unnest(${told.map(({ leg }) => leg.id)}::uuid[], ${told.map(({ leg }) => leg.claim)}::integer[],
          ${told.map(({ balance }) => balance)}::bigint[]) q (id, claim, balance)
      where l.id = q.id and l.claim = q.claim`.execute(db);
    return [];
  },
  { most: 32, atOnce: 2, waitMs: 0, besideMs: 1 },
);

/** Whether every other leg of this player that was ever sent had ended before this one was made. */
async function wasAlone(db: Db, { id, member_id, provider, created_at }: ClaimedLeg): Promise<boolean> {
  const other = await db
    .selectFrom('transfer_leg as l')
    .innerJoin('transfer as t', 't.id', 'l.transfer_id')
    .select('l.id')
    .where('l.member_id', '=', member_id)
    .where('l.provider', '=', provider)
    .where('l.id', '<>', id)
    .where('l.sent_at', 'is not', null)
    .where(({ or, eb }) => or([eb('t.settled_at', 'is', null), eb('t.settled_at', '>=', created_at)]))
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function runLeg(context: AppContext, leg: ClaimedLeg): Promise<EndedTransfer | undefined> {
  const outcome = await callHouse(context, leg);
  if (outcome.decision === 'stuck')
    context.log.warn({ legId: leg.id, provider: leg.provider, reason: outcome.reason }, 'transfer is stuck');
  return settleLeg(context, leg, outcome);
}

/** Finishes transfers that no call waits for any more: those with unknown answers, and those interrupted by a crash. */
export function transferJobs(context: AppContext): Job[] {
  return [
    {
      name: 'transfers',
      due: LEGS_ARE_DUE,
      run: () => runLegs(context),
    },
  ];
}
