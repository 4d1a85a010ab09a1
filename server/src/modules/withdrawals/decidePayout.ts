import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import { payingAccountOf } from '../cash/cashBook.ts';
import { bookPaid, bookRejected } from './settlePayout.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

/** A withdrawal's state and reason as the operator saw them; the bank may have said something since. */
export interface SeenPayout {
  state: string;
  why: string | null;
}

interface PayoutDecision extends Decision {
  withdrawalId: string;
  /** Undefined: as MANUAL, whatever the reason. */
  seen?: SeenPayout | undefined;
  /** The bank file of the withdrawal, as the operator knows it. */
  batchId?: string | undefined;
}

/**
 * Books a withdrawal that an operator has paid by hand, or a stuck one that the bank has paid.
 * @param transRef the bank's reference of that payment
 * @param accountId our account that paid, if the operator names it
 * @param secondUseOf the payout that the reference proves already, if the operator knows of it
 * @throws AppError NO_DATA, ALREADY_DECIDED, REQUEST_IN_PROGRESS (a job still works on it), INVALID_REQUEST,
 * NO_BANK (no such account), PAYOUT_REFERENCE_USED, PAYOUT_IN_BATCH (it is in a bank file that the operator does not name), CHANGED_MEANWHILE (another file, or
 * another state or reason than the operator saw), PAYOUTS_STOPPED (of the
 * member; what the bank may have paid is booked all the same)
 */
export async function payWithdrawal(
  trx: Trx,
  {
    transRef,
    accountId,
    secondUseOf,
    ...decision
  }: PayoutDecision & {
    transRef: string;
    accountId?: bigint | undefined;
    secondUseOf?: string | undefined;
  },
): Promise<WithdrawalRow> {
  const reference = transRef.trim();
  if (!/^[0-9A-Za-z-]{1,40}$/.test(reference))
    throw new AppError('INVALID_REQUEST', "the bank's reference of the payment");
  const row = await lockWaiting(trx, decision);
  if (row.state === 'MANUAL') await requireNotStopped(trx, row.member_id);
  const payout = accountId === undefined ? row : { ...row, cash_account_id: accountId };
  if (accountId !== undefined && (await payingAccountOf(trx, payout)) === undefined)
    throw new AppError('NO_BANK', 'no such account in the currency of the payout');
  await bookPaid(trx, payout, reference, decision.operator, secondUseOf);
  return remember(trx, decision);
}

/**
 * Refuses a withdrawal and releases its hold. A stuck one only if the bank says that it never paid. @throws AppError as
 * payWithdrawal
 */
export async function rejectWithdrawal(trx: Trx, decision: PayoutDecision): Promise<WithdrawalRow> {
  await bookRejected(trx, await lockWaiting(trx, decision), 'OPERATOR', decision.operator);
  return remember(trx, decision);
}

/** Waits for a stop of the same moment, or it waits for the payout. @throws AppError PAYOUTS_STOPPED */
async function requireNotStopped(trx: Trx, memberId: bigint): Promise<void> {
  const { payouts_stopped_at: since } = await trx
    .selectFrom('member')
    .select('payouts_stopped_at')
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (since !== null) throw new AppError('PAYOUTS_STOPPED');
}

async function lockWaiting(
  trx: Trx,
  { withdrawalId: id, batchId, seen }: PayoutDecision,
): Promise<WithdrawalRow> {
  const row = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA', 'no such withdrawal');
  if (row.settled_at !== null) throw new AppError('ALREADY_DECIDED', row.state);
  const inFile = row.payout_batch_id?.toString();
  if (row.state === 'EXPORTED') throw new AppError('PAYOUT_IN_BATCH', inFile);
  if (row.state !== 'MANUAL' && row.state !== 'STUCK') throw new AppError('REQUEST_IN_PROGRESS', row.state);
  // The bank may have paid it: the operator must know the file that it was handed over from.
  if (inFile !== undefined && batchId === undefined) throw new AppError('PAYOUT_IN_BATCH', inFile);
  if (inFile !== batchId) throw new AppError('CHANGED_MEANWHILE', 'it stands in another file, or in none');
  const { state, why } = seen ?? { state: 'MANUAL', why: row.reason };
  if (row.state !== state || row.reason !== why)
    throw new AppError('CHANGED_MEANWHILE', 'the bank has said something since the operator looked');
  return row;
}

async function remember(trx: Trx, { withdrawalId: id, ...decision }: PayoutDecision): Promise<WithdrawalRow> {
  return trx
    .updateTable('withdrawal')
    .set(decisionColumns(decision))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
