import { TROUBLES } from '@krapao/contract/connections';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import type { LeaseEnd } from '../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../jobs/retry.ts';
import { underFence } from '../../jobs/underFence.ts';
import { keyFrom } from '../../ledger/key.ts';
import { postHold, voidHold } from '../../ledger/post.ts';
import { bookPayout } from '../cash/cashBook.ts';
import { finishEntry } from '../statement/writeEntry.ts';
import { markChecked } from './beingChecked.ts';
import { WITHDRAWALS } from './claimWithdrawal.ts';
import { noteContradiction } from './contradiction.ts';
import { proveBy, ReferenceUsed } from './payoutProof.ts';
import { causeOf, type WithdrawalRow } from './withdrawalRow.ts';

/** The result of a payout after one more call. `not_sent`: certainly not applied, to be sent again later. */
export type PayoutOutcome =
  | { decision: 'paid'; transRef: string }
  | { decision: 'rejected' | 'stuck' | 'later' | 'not_sent'; reason: string }
  | { decision: 'manual' | 'not_found' };

const ASK_AGAIN: Ladder = { waits: [1, 1, 2, 5, 10, 30, 60, 120, 300], isEndless: true };
const NOT_SENT_AGAIN_SECONDS = 30;
// The bank pays one id once, so sending again is safe; that it never paid, only an operator may say.
const SENDS_MAX = 5;
/** After this time without a final result, a person asks the bank. */
const ASKED_FOR_MS = 24 * 3_600_000;
/** The same, where the bank says nothing at all of the payout: a wrong address or key does not mend itself. */
const SILENT_FOR_MS = 3_600_000;
/** What certainly was not sent is paid by a person after this time. */
const UNSENT_FOR_MS = 1_800_000;

/**
 * Books what is known of a payout, in one transaction. Whoever was overtaken by another claim writes only that the bank
 * has paid.
 */
export async function settlePayout(
  context: Pick<AppContext, 'db' | 'log' | 'metrics'>,
  claimed: WithdrawalRow,
  outcome: PayoutOutcome,
): Promise<void> {
  const end = await underFence(context, WITHDRAWALS, claimed, async (trx, lock): Promise<LeaseEnd> => {
    const row = await lock();
    switch (outcome.decision) {
      case 'paid':
        return bookTold(trx, row, outcome.transRef);
      case 'rejected':
        await bookRejected(trx, row, outcome.reason, 'system');
        return 'done';
      case 'stuck':
        return leaveToOperator(trx, row, 'STUCK', outcome.reason);
      case 'manual':
        return leaveToOperator(trx, row, unsent(row.sends - 1));
      case 'not_sent': {
        const { reason } = outcome;
        const sends = row.sends - 1;
        return retryOrGiveUp(trx, WITHDRAWALS, row, {
          wait: isOver(row.created_at, UNSENT_FOR_MS) ? undefined : NOT_SENT_AGAIN_SECONDS,
          set: { state: 'HELD', reason, sends },
          giveUp: () => leaveToOperator(trx, { ...row, sends }, unsent(sends), reason),
        });
      }
      case 'not_found':
        return askLater(trx, row, { state: 'HELD', reason: 'NOT_FOUND', isOver: row.sends >= SENDS_MAX });
      case 'later': {
        const since = row.released_at ?? row.created_at;
        const isSilent = TROUBLES.some((trouble) => trouble === outcome.reason);
        const longest = isSilent ? SILENT_FOR_MS : ASKED_FOR_MS;
        return askLater(trx, row, {
          state: 'UNKNOWN',
          reason: outcome.reason,
          isOver: isOver(since, longest),
        });
      }
    }
  });
  if (end === 'overtaken' && outcome.decision === 'paid')
    await takeLatePaid(context, claimed, outcome.transRef);
}

/**
 * The bank has paid, and another node asked meanwhile, or a person decided. A payout that waits for a person stays theirs,
 * but says so and goes into no bank file. One that ended otherwise waits for a person with what the bank says.
 */
export async function takeLatePaid(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { id }: Pick<WithdrawalRow, 'id'>,
  transRef: string,
): Promise<void> {
  const row = await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (found.due_at !== null) await bookTold(trx, found, transRef);
    else if (found.state === 'STUCK' || found.state === 'MANUAL')
      await leaveToOperator(trx, found, 'STUCK', 'PAID_LATE');
    else if (found.state === 'REJECTED' || found.trans_ref !== transRef)
      await noteContradiction(trx, id, { words: `PAID ${transRef}`, source: ['paid', transRef] });
    return found;
  });
  if (row.due_at === null && row.state !== 'PAID')
    log.error(
      { withdrawalId: id, state: row.state, transRef },
      'bank says late that it has paid a withdrawal',
    );
}

function askLater(
  trx: Trx,
  row: WithdrawalRow,
  { state, reason, isOver }: { state: 'HELD' | 'UNKNOWN'; reason: string; isOver: boolean },
): Promise<LeaseEnd> {
  const asks = row.asks + 1;
  return retryOrGiveUp(trx, WITHDRAWALS, row, {
    wait: isOver ? undefined : waitAfter(ASK_AGAIN, asks),
    set: { state, reason, asks },
    giveUp: () => leaveToOperator(trx, row, 'STUCK', reason),
  });
}

const isOver = (since: Date, longestMs: number): boolean => clock.now() - since.getTime() > longestMs;

/** MANUAL goes into bank files; a payout that an earlier request may have reached the bank with must not. */
const unsent = (sendsBefore: number) => (sendsBefore > 0 ? 'STUCK' : 'MANUAL');

/** Leaves a withdrawal to a person: nothing is booked, and the member reads that it is being checked. */
export async function leaveToOperator(
  trx: Trx,
  row: WithdrawalRow,
  state: 'STUCK' | 'MANUAL',
  reason?: string,
): Promise<'gave_up'> {
  const { sends } = row;
  await update(trx, row, { state, sends, ...(reason !== undefined && { reason }), due_at: null });
  await markChecked(trx, row.id);
  return 'gave_up';
}

/** Why a payout waits for a person whose reference proves another one; the bank's words follow. */
export const referenceUsedWords = (transRef: string): string => `REFERENCE_USED → ${transRef}`;

/** Books what the bank paid. With a reference that proves another payout it waits for a person instead. */
async function bookTold(trx: Trx, row: WithdrawalRow, transRef: string): Promise<LeaseEnd> {
  try {
    await bookPaid(trx, row, transRef, 'system');
    return 'done';
  } catch (error) {
    if (!(error instanceof ReferenceUsed)) throw error;
    return leaveToOperator(trx, row, 'STUCK', referenceUsedWords(transRef));
  }
}

/**
 * Posts the hold as paid, and the money out of our account if known. The caller holds the row's lock, and no wallet's.
 * @param againOf see proveBy
 * @throws ReferenceUsed, having changed nothing
 */
export async function bookPaid(
  trx: Trx,
  row: WithdrawalRow,
  transRef: string,
  actor: string,
  againOf?: string,
): Promise<void> {
  const proof = await proveBy(trx, row, transRef, againOf);
  await update(trx, row, {
    state: 'PAID',
    trans_ref: transRef,
    ...proof,
    // What waited to be paid by hand had not left before, whatever was tried.
    released_at: (row.state === 'MANUAL' ? null : row.released_at) ?? clock.date(),
    ...ended(),
  });
  await bookPayout(trx, row, { cause: causeOf(row.id), actor });
  await postHold(trx, { ...resolution(row, actor), key: keyFrom('withdrawal', row.id, 'pay') });
  await finishEntry(trx, causeOf(row.id), 'SUCCESS');
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

const ended = () => ({ due_at: null, settled_at: clock.date() });

async function update(
  trx: Trx,
  { id }: WithdrawalRow,
  change: {
    state: string;
    reason?: string;
    trans_ref?: string;
    proof?: string | null;
    proof_place?: string | null;
    reference_of?: string | null;
    released_at?: Date;
    sends?: number;
    due_at: null;
    settled_at?: Date;
  },
): Promise<void> {
  await trx.updateTable('withdrawal').set(change).where('id', '=', id).execute();
}
