import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import { bookPaid, bookRejected } from './settlePayout.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

type PayoutDecision = Decision & { withdrawalId: string };

/**
 * Books a withdrawal that an operator has paid by hand, or that is stuck and turned out to be paid.
 * @param transRef the bank's reference of that payment
 * @throws AppError NO_DATA, ALREADY_DECIDED, REQUEST_IN_PROGRESS (the machine still works on it), INVALID_REQUEST
 */
export async function payWithdrawal(
  trx: Trx,
  { withdrawalId, transRef, ...decision }: PayoutDecision & { transRef: string },
): Promise<WithdrawalRow> {
  const reference = transRef.trim();
  if (!/^[0-9A-Za-z-]{1,40}$/.test(reference))
    throw new AppError('INVALID_REQUEST', "the bank's reference of the payment");
  await bookPaid(trx, await lockWaiting(trx, withdrawalId), reference, decision.operator);
  return remember(trx, withdrawalId, decision);
}

/**
 * Refuses a withdrawal: the money set aside is the member's again. For a stuck one only where the bank says that it
 * never paid. @throws AppError as payWithdrawal
 */
export async function rejectWithdrawal(
  trx: Trx,
  { withdrawalId, ...decision }: PayoutDecision,
): Promise<WithdrawalRow> {
  await bookRejected(trx, await lockWaiting(trx, withdrawalId), 'OPERATOR', decision.operator);
  return remember(trx, withdrawalId, decision);
}

async function lockWaiting(trx: Trx, id: string): Promise<WithdrawalRow> {
  const row = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA', 'no such withdrawal');
  if (row.settled_at !== null) throw new AppError('ALREADY_DECIDED', row.state);
  if (row.state !== 'MANUAL' && row.state !== 'STUCK') throw new AppError('REQUEST_IN_PROGRESS', row.state);
  return row;
}

async function remember(trx: Trx, id: string, decision: Decision): Promise<WithdrawalRow> {
  return trx
    .updateTable('withdrawal')
    .set(decisionColumns(decision))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
