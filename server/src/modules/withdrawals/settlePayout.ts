import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { keyFrom } from '../../ledger/key.ts';
import { postHold, voidHold } from '../../ledger/post.ts';
import { finishEntry } from '../statement/writeEntry.ts';
import { markChecked } from './beingChecked.ts';
import { causeOf, type WithdrawalRow } from './withdrawalRow.ts';

/** The result of a payout after one more call. `not_sent`: certainly not applied, to be sent again later. */
export type PayoutOutcome =
  | { decision: 'paid'; transRef: string }
  | { decision: 'rejected' | 'stuck' | 'later' | 'not_sent'; reason: string }
  | { decision: 'manual' | 'not_found' };

const ASK_AGAIN_SECONDS = [1, 1, 2, 5, 10, 30, 60, 120, 300];
const NOT_SENT_AGAIN = '30 seconds';
// The bank pays one id once, so sending again is safe; only an operator may say that it never paid.
const SENDS_MAX = 5;
/** After this time without a final result, a person asks the bank. */
const ASKED_FOR_MS = 24 * 3_600_000;

/**
 * Books the result of a payout in one transaction. The claim is the fence: a node whose claim was taken over writes
 * nothing.
 */
export async function settlePayout(db: Db, claimed: WithdrawalRow, outcome: PayoutOutcome): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', claimed.id)
      .where('claim', '=', claimed.claim)
      .where('state', 'in', ['SENT', 'UNKNOWN'])
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    switch (outcome.decision) {
      case 'paid':
        return bookPaid(trx, row, outcome.transRef, 'system');
      case 'rejected':
        return bookRejected(trx, row, outcome.reason, 'system');
      case 'stuck':
        return leaveToOperator(trx, row, 'STUCK', outcome.reason);
      case 'manual':
        return leaveToOperator(trx, row, 'MANUAL');
      case 'not_sent':
        if (isOver(row.created_at))
          return leaveToOperator(trx, { ...row, sends: row.sends - 1 }, 'MANUAL', outcome.reason);
        return update(trx, row, {
          state: 'HELD',
          reason: outcome.reason,
          sends: row.sends - 1,
          due_at: sql<Date>`now() + ${NOT_SENT_AGAIN}::interval`,
        });
      case 'not_found':
        return row.sends < SENDS_MAX
          ? update(trx, row, { ...later(row, 'NOT_FOUND'), state: 'HELD' })
          : leaveToOperator(trx, row, 'STUCK', 'NOT_FOUND');
      case 'later':
        if (isOver(row.released_at ?? row.created_at))
          return leaveToOperator(trx, row, 'STUCK', outcome.reason);
        return update(trx, row, later(row, outcome.reason));
    }
  });
}

const isOver = (since: Date): boolean => Date.now() - since.getTime() > ASKED_FOR_MS;

async function leaveToOperator(
  trx: Trx,
  row: WithdrawalRow,
  state: 'STUCK' | 'MANUAL',
  reason?: string,
): Promise<void> {
  const { sends } = row;
  await update(trx, row, { state, sends, ...(reason !== undefined && { reason }), due_at: null });
  await markChecked(trx, row.id);
}

/** Posts the hold as paid. The caller holds the row's lock. */
export async function bookPaid(trx: Trx, row: WithdrawalRow, transRef: string, actor: string): Promise<void> {
  await postHold(trx, { ...resolution(row, actor), key: keyFrom('withdrawal', row.id, 'pay') });
  await finishEntry(trx, causeOf(row.id), 'SUCCESS');
  await update(trx, row, {
    state: 'PAID',
    trans_ref: transRef,
    released_at: row.released_at ?? new Date(),
    ...ended(),
  });
}

/** Voids the hold. The caller holds the row's lock. */
export async function bookRejected(
  trx: Trx,
  row: WithdrawalRow,
  reason: string,
  actor: string,
): Promise<void> {
  await voidHold(trx, { ...resolution(row, actor), key: keyFrom('withdrawal', row.id, 'return') });
  await finishEntry(trx, causeOf(row.id), 'FAILED');
  await update(trx, row, { state: 'REJECTED', reason, ...ended() });
}

function resolution({ id, hold_id: pendingId }: WithdrawalRow, actor: string) {
  if (pendingId === null) throw new AppError('INTERNAL_SERVER_ERROR', `withdrawal ${id} holds nothing`);
  return { pendingId, actor, cause: causeOf(id) };
}

const ended = () => ({ due_at: null, settled_at: new Date() });

function later(row: WithdrawalRow, reason: string) {
  const seconds = ASK_AGAIN_SECONDS[Math.min(row.asks, ASK_AGAIN_SECONDS.length - 1)] ?? 0;
  return {
    state: 'UNKNOWN',
    reason,
    asks: row.asks + 1,
    due_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
  };
}

async function update(
  trx: Trx,
  { id }: WithdrawalRow,
  change: {
    state: string;
    reason?: string;
    trans_ref?: string;
    released_at?: Date;
    asks?: number;
    sends?: number;
    due_at: ReturnType<typeof sql<Date>> | null;
    settled_at?: Date;
  },
): Promise<void> {
  await trx.updateTable('withdrawal').set(change).where('id', '=', id).execute();
}
