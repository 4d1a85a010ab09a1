import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import {
  holdLine,
  type Line,
  type PostCommand,
  type Posted,
  postHoldLine,
  type ResolveCommand,
  type ReverseCommand,
  reversalLine,
  transferLine,
  voidHoldLine,
} from './command.ts';
import { toAppError } from './ledgerError.ts';

/** Books a transfer. @throws AppError MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH */
export function post(trx: Trx, command: PostCommand): Promise<Posted> {
  return write(trx, transferLine(command));
}

/**
 * Places a hold: reserves money of the debit account for the credit account. @throws AppError MONEY_NOT_ENOUGH,
 * IDEMPOTENCY_MISMATCH
 */
export function hold(trx: Trx, command: PostCommand): Promise<Posted> {
  return write(trx, holdLine(command));
}

/** Posts a hold. @throws AlreadyResolvedError, AppError IDEMPOTENCY_MISMATCH */
export function postHold(trx: Trx, command: ResolveCommand): Promise<Posted> {
  return write(trx, postHoldLine(command));
}

/** Voids a hold. @throws AlreadyResolvedError, AppError IDEMPOTENCY_MISMATCH */
export function voidHold(trx: Trx, command: ResolveCommand): Promise<Posted> {
  return write(trx, voidHoldLine(command));
}

/** Reverses a posting. @throws AlreadyResolvedError, AppError MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH */
export function reverse(trx: Trx, command: ReverseCommand): Promise<Posted> {
  return write(trx, reversalLine(command));
}

/** The ledger's answer to one line, with the database's column names. */
export interface PostedRow extends Omit<Posted, 'debitAfter' | 'creditAfter'> {
  debit_after: bigint | null;
  credit_after: bigint | null;
}

export function presentPosted(row: PostedRow): Posted {
  const { id, debit, credit, amount, debit_after: debitAfter, credit_after: creditAfter, at, replayed } = row;
  return { id, debit, credit, amount, debitAfter, creditAfter, at, replayed };
}

async function write(trx: Trx, line: Line): Promise<Posted> {
  try {
    const { rows } = await sql<PostedRow>`
      select id, debit, credit, amount, debit_after, credit_after, at, replayed
      from ledger.post(${line.key}, ${line.phase}, ${line.code}, ${line.debit}, ${line.credit}, ${line.amount},
        ${line.pendingId}, ${line.reversesId}, ${line.groupId}, ${line.actor}, ${line.cause})`.execute(trx);
    const row = rows[0];
    if (row === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'ledger: no answer');
    return presentPosted(row);
  } catch (error) {
    throw toAppError(error);
  }
}
