import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { PAYOUT_AT } from './cashBook.ts';

/** One line of an account's book, in hundredths of its currency; below zero leaves the account. */
export interface BookLine {
  at: Date;
  kind: 'DEPOSIT' | 'PAYOUT' | 'TRANSFER' | 'FEE' | 'IN' | 'OUT' | 'OPENING';
  amount: bigint;
  reference: string;
  /** The subject as the audit log names it: `incoming:7`, `withdrawal:…`, `cashEntry:3`. */
  subject: string;
  memberId: bigint | null;
  reason: string | null;
}

/**
 * Everything that is booked into an account, at the time when the bank moved it. `npm run verify` compares its sum with the
 * ledger's account (ledger/verify.ts).
 */
export const bookOf = (accountId: bigint): RawBuilder<BookLine> => sql<BookLine>`
  select transferred_at as at, 'DEPOSIT' as kind, amount, trans_ref as reference, 'incoming:' || id as subject, member_id,
    null as reason
  from incoming_transfer where deposit_account_id = ${accountId} and cash_posting_id is not null
  union all
  select ${PAYOUT_AT}, 'PAYOUT', -pay_amount, coalesce(trans_ref, ''), 'withdrawal:' || id, member_id, null
  from withdrawal where cash_account_id = ${accountId} and cash_posting_id is not null
  union all
  select moved_at, kind, case when to_account_id = ${accountId} then amount else -amount end, reference, 'cashEntry:' || id, null, reason
  from cash_entry
  where ${accountId} in (from_account_id, to_account_id) and state = 'APPLIED' and reversed_at is null and amount > 0
  union all
  select moved_at, 'FEE', -fee, reference, 'cashEntry:' || id, null, reason
  from cash_entry
  where coalesce(from_account_id, to_account_id) = ${accountId} and state = 'APPLIED' and reversed_at is null and fee > 0`;

/** What our books say that the account held at a moment, in hundredths of its currency. */
export async function bookAt(db: Db | Trx, accountId: bigint, at: Date): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(amount), 0)::bigint as balance from (${bookOf(accountId)}) book
    where at <= ${at}`.execute(db);
  return rows[0]?.balance ?? 0n;
}
