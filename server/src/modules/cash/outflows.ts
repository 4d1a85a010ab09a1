import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { PAYOUT_AT } from './cashBook.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A bank enters what it was told to pay at most this long afterwards. */
export const ENTERED_WITHIN_MS = 3 * DAY_MS;
/** Books are written by hand: an entry may name a later time than the bank. */
export const BEFORE_MS = HOUR_MS;

/** Something that takes money out of an account. */
export interface Outflow {
  /** As the audit log names it: `withdrawal:…`, `payoutBatch:7`, `cashEntry:3`, `cashFee:3`; `cashWhole:3` for both. */
  subject: string;
  /** Our account; null if the books name none, and it may have left any. */
  accountId?: bigint | null;
  amount: Satang;
  at: Date;
  /** The last time at which it may have left; `at` if undefined or null. */
  until?: Date | null;
  reference: string;
  /** OPEN: its end is not known. UNPAID: it has not left by our books, as it waits to be paid by hand or was refused. */
  standing: 'BOOKED' | 'OPEN' | 'UNPAID';
  /** The subject of the line that tells it together with others. */
  within: string | null;
}

/** What left the account, or may have left it, around these times by our books. */
export async function outflowsOf(
  db: Db | Trx,
  account: { id: bigint; account_no: string; currency: string },
  { from, to }: { from: Date; to: Date },
  unpaid: 'with unpaid' | 'booked or open' = 'booked or open',
): Promise<Outflow[]> {
  const currency = account.currency === 'LAK' ? 'LAK' : 'THB';
  const start = new Date(from.getTime() - ENTERED_WITHIN_MS);
  const end = new Date(to.getTime() + DAY_MS + BEFORE_MS);
  const isIts = sql`pay_currency = ${currency} and pay_amount is not null
    and (cash_account_id = ${account.id}
      or cash_account_id is null and (from_account_no is null or from_account_no = ${account.account_no}))
    and created_at <= ${end} and (settled_at >= ${start} or state not in ('PAID', 'REJECTED'))`;
  const own = sql`${account.id}::bigint as "accountId"`;
  const its = sql`case when cash_account_id is null and from_account_no is null then null else ${account.id}::bigint end
    as "accountId"`;
  const whole = sql`case when amount > 0 and from_account_id = ${account.id} then 'cashWhole:' || id end`;
  const isApplied = sql`state = 'APPLIED' and reversed_at is null and moved_at between ${start} and ${end}`;
  const { rows } = await sql<Outflow>`
    select 'withdrawal:' || id as subject, ${its}, pay_amount as amount, coalesce(${PAYOUT_AT}, created_at) as at,
      null::timestamptz as until, coalesce(trans_ref, '') as reference,
      case state when 'PAID' then 'BOOKED' else 'OPEN' end as standing, 'payoutBatch:' || payout_batch_id as within
    from withdrawal
    where ${isIts} and state in ('PAID', 'SENT', 'UNKNOWN', 'STUCK', 'EXPORTED')
      and coalesce(${PAYOUT_AT}, created_at) between ${start} and ${end}
    union all
    select 'withdrawal:' || id, ${its}, pay_amount, created_at, coalesce(settled_at, site.now()), '', 'UNPAID', null
    from withdrawal
    where ${unpaid === 'with unpaid'} and ${isIts} and state in ('MANUAL', 'REJECTED')
    union all
    select 'payoutBatch:' || b.id, ${own}, sum(w.pay_amount)::bigint, b.created_at, null, '',
      case when bool_and(r.state = 'PAID') then 'BOOKED' else 'OPEN' end, null
    from payout_batch b join payout_batch_row r on r.payout_batch_id = b.id join withdrawal w on w.id = r.withdrawal_id
    where b.terms ->> 'payingAccount' = ${account.account_no} and r.state not in ('REFUSED', 'TAKEN_BACK')
      and w.pay_currency = ${currency} and b.created_at between ${start} and ${end}
    group by b.id having count(*) > 1
    union all
    select 'cashEntry:' || id, ${own}, amount, moved_at, null, reference, 'BOOKED', case when fee > 0 then ${whole} end
    from cash_entry
    where from_account_id = ${account.id} and kind <> 'OPENING' and amount > 0 and ${isApplied}
    union all
    select 'cashFee:' || id, ${own}, fee, moved_at, null, '', 'BOOKED', ${whole}
    from cash_entry
    where coalesce(from_account_id, to_account_id) = ${account.id} and fee > 0 and ${isApplied}
    union all
    select 'cashWhole:' || id, ${own}, amount + fee, moved_at, null, reference, 'BOOKED', null
    from cash_entry
    where from_account_id = ${account.id} and kind <> 'OPENING' and amount > 0 and fee > 0 and ${isApplied}`.execute(
    db,
  );
  return rows;
}
