import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { PAYOUT_AT } from './cashBook.ts';

/**
 * One line of an account's book, in hundredths of its currency; below zero leaves the account. ARRIVED: nobody's yet. OPENING:
 * also what was dismissed after it arrived, where an opening balance contains it.
 */
export interface BookLine {
  at: Date;
  kind: 'DEPOSIT' | 'ARRIVED' | 'PAYOUT' | 'TRANSFER' | 'FEE' | 'IN' | 'OUT' | 'OPENING';
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
  select transferred_at as at, case
      when status = 'CREDITED' or returned_reference is not null then 'DEPOSIT'
      when status = 'DISMISSED' and suspense_posting_id is null then 'OPENING'
      else 'ARRIVED' end as kind,
    amount, trans_ref as reference, 'incoming:' || id as subject, member_id, null as reason
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

/**
 * What our books say that the account held at a moment, in hundredths of its currency.
 * @param known what they said before this time: later entries for earlier times, and later reversals, count nothing
 */
export async function bookAt(db: Db | Trx, accountId: bigint, at: Date, known?: Date): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(amount), 0)::bigint as balance from (${bookOf(accountId)}) book
    where at <= ${at}`.execute(db);
  const balance = rows[0]?.balance ?? 0n;
  return known === undefined ? balance : balance - (await bookedSince(db, accountId, at, known));
}

/** What was posted since `known` for what the bank moved until `at`. */
async function bookedSince(db: Db | Trx, accountId: bigint, at: Date, known: Date): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    with late as materialized (
      select p.id, p.code, p.cause, case p.debit when a.id then p.amount else -p.amount end as amount
      from ledger.posting p join ledger.account a on a.id in (p.debit, p.credit)
      where p.at >= ${known} and p.phase = 'single' and a.kind = 'cash' and a.provider = ${String(accountId)}
    )
    select coalesce(sum(late.amount), 0)::bigint as balance from late
    left join incoming_transfer t on t.cash_posting_id = late.id
    left join withdrawal on withdrawal.cash_posting_id = late.id
    left join cash_entry e on late.cause = 'cashEntry:' || e.id
    -- What was taken back is no row of the book any more.
    left join incoming_transfer was on late.code in ('cash_arrival', 'cash_taken_back') and late.cause = 'incoming:' || was.id
    where coalesce(t.transferred_at, ${PAYOUT_AT}, e.moved_at, was.transferred_at) <= ${at}`.execute(db);
  return rows[0]?.balance ?? 0n;
}
