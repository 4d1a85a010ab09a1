import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import { toAppError } from './ledgerError.ts';

interface Context {
  /** Idempotency key, a UUID: the same command under the same key is booked once. See keyFrom. */
  key: string;
  /** Who: 'member:123', 'operator:1', 'system'. Not part of what the key stands for. */
  actor: string;
  /** Why: 'slip:77', 'transfer:5'. */
  cause: string;
  /** Ties postings together that belong to one event, a UUID. */
  groupId?: string;
}

/** Moves `amount` satang (above zero) from the debit account to the credit account. */
export interface PostCommand extends Context {
  /** The type of the posting, lower_snake: 'deposit', 'transfer_out'. */
  code: string;
  debit: bigint;
  credit: bigint;
  amount: bigint;
}

/** Resolves a hold; `code` defaults to the hold's. */
export interface ResolveCommand extends Context {
  pendingId: bigint;
  code?: string;
}

/** Books the opposite of a posting, once. */
export interface ReverseCommand extends Context {
  postingId: bigint;
  code: string;
}

export interface Posted {
  id: bigint;
  debit: bigint;
  credit: bigint;
  amount: bigint;
  /** Posted satang of the account after this posting; null for house accounts and where it was not touched. */
  debitAfter: bigint | null;
  creditAfter: bigint | null;
  at: Date;
  /** True when the key was booked before: nothing was written now, and the rest is the first answer. */
  replayed: boolean;
}

/** Books a transfer. @throws AppError MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH */
export function post(trx: Trx, command: PostCommand): Promise<Posted> {
  return write(trx, 'single', command, command);
}

/** Sets money of the debit account aside for the credit account. @throws AppError MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH */
export function hold(trx: Trx, command: PostCommand): Promise<Posted> {
  return write(trx, 'hold', command, command);
}

/** Books a hold's money. @throws AlreadyResolvedError, AppError IDEMPOTENCY_MISMATCH */
export function postHold(trx: Trx, command: ResolveCommand): Promise<Posted> {
  return write(trx, 'post', command, command);
}

/** Lets a hold's money go again. @throws AlreadyResolvedError, AppError IDEMPOTENCY_MISMATCH */
export function voidHold(trx: Trx, command: ResolveCommand): Promise<Posted> {
  return write(trx, 'void', command, command);
}

/** Books a posting back. @throws AlreadyResolvedError, AppError MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH */
export function reverse(trx: Trx, command: ReverseCommand): Promise<Posted> {
  return write(trx, 'single', command, { code: command.code, reversesId: command.postingId });
}

interface Subject {
  code?: string;
  debit?: bigint;
  credit?: bigint;
  amount?: bigint;
  pendingId?: bigint;
  reversesId?: bigint;
}

interface ResultRow {
  id: bigint;
  debit: bigint;
  credit: bigint;
  amount: bigint;
  debit_after: bigint | null;
  credit_after: bigint | null;
  at: Date;
  replayed: boolean;
}

async function write(
  trx: Trx,
  phase: 'single' | 'hold' | 'post' | 'void',
  context: Context,
  subject: Subject,
): Promise<Posted> {
  const {
    code = null,
    debit = null,
    credit = null,
    amount = null,
    pendingId = null,
    reversesId = null,
  } = subject;
  try {
    const { rows } = await sql<ResultRow>`
      select id, debit, credit, amount, debit_after, credit_after, at, replayed
      from ledger.post(${context.key}, ${phase}, ${code}, ${debit}, ${credit}, ${amount}, ${pendingId}, ${reversesId},
        ${context.groupId ?? null}, ${context.actor}, ${context.cause})`.execute(trx);
    const row = rows[0];
    if (row === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'ledger: no answer');
    const { debit_after: debitAfter, credit_after: creditAfter, ...rest } = row;
    return { ...rest, debitAfter, creditAfter };
  } catch (error) {
    throw toAppError(error);
  }
}
