import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import { toAppError } from './ledgerError.ts';

/** A member's accounts. They never go below zero, and each has a running balance. */
export type MemberAccountKind = 'wallet' | 'in_transfer';
/**
 * The house's accounts. They have no lower limit, and their balance is a sum. Bank, gateway, gift, provider, cash and cash
 * flow carry a label.
 */
export type HouseAccountKind =
  | 'bank'
  | 'gateway'
  | 'gift'
  | 'provider'
  | 'payout'
  | 'bonus'
  | 'coupon'
  | 'refund'
  | 'invite'
  | 'wheel'
  | 'adjustment'
  | 'cash'
  | 'cash_flow'
  | 'merge';

/** Amounts in satang. `available` is what a debit may use: the posted balance minus holds. */
export interface Balance {
  posted: bigint;
  held: bigint;
  available: bigint;
}

/** The member's account of this kind; created if missing. @returns the account's id */
export async function ensureMemberAccount(
  trx: Trx,
  memberId: bigint | number,
  kind: MemberAccountKind,
  currency = 'THB',
): Promise<bigint> {
  return ensure(trx, kind, BigInt(memberId), null, currency);
}

/** The house's account of this kind; created if missing. `provider` labels it (a bank, a game). @returns its id */
export async function ensureHouseAccount(
  trx: Trx,
  kind: HouseAccountKind,
  provider: string | null = null,
  currency = 'THB',
): Promise<bigint> {
  return ensure(trx, kind, null, provider, currency);
}

async function ensure(
  trx: Trx,
  kind: string,
  memberId: bigint | null,
  provider: string | null,
  currency: string,
): Promise<bigint> {
  try {
    const { rows } = await sql<{ id: bigint }>`
      select ledger.ensure_account(${kind}, ${memberId}, ${provider}, ${currency}) as id`.execute(trx);
    const row = rows[0];
    if (row === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'ledger: no account');
    return row.id;
  } catch (error) {
    throw toAppError(error);
  }
}

/** The account's current balance. @throws AppError INTERNAL_SERVER_ERROR if there is no such account */
export async function balance(trx: Trx, accountId: bigint): Promise<Balance> {
  const { rows } = await sql<{ posted: bigint | null; held: bigint | null }>`
    select posted, held from ledger.balance(${accountId})`.execute(trx);
  const { posted, held } = rows[0] ?? {};
  if (posted == null || held == null)
    throw new AppError('INTERNAL_SERVER_ERROR', `ledger: account ${accountId} does not exist`);
  return { posted, held, available: posted - held };
}

/**
 * Locks a member's accounts in a fixed order and creates missing ones, for a transaction that posts to them more than
 * once.
 */
export async function lockMemberAccounts(trx: Trx, memberId: bigint, currency = 'THB'): Promise<void> {
  try {
    await sql`select ledger.lock_accounts(array[ledger.ensure_account('wallet', ${memberId}, null, ${currency}),
      ledger.ensure_account('in_transfer', ${memberId}, null, ${currency})])`.execute(trx);
  } catch (error) {
    throw toAppError(error);
  }
}
