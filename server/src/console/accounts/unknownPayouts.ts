import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { CashCurrency } from '../../modules/cash/cashBook.ts';
import { type PageAsked, pageOf } from '../reports/figureRows.ts';
import { type FigureRow, orderOf } from '../reports/figures.ts';
import { inSnapshot } from './listAccounts.ts';

/**
 * Paid withdrawals that left no account's book, because nobody said which account paid them. They count from the first
 * opening balance in their currency on: before it no book is complete. Each stands here once, and at no account, unless the
 * account's statement shows it.
 */
const UNKNOWN: RawBuilder<unknown> = sql`(
  select w.id, w.settled_at as at, w.pay_amount as amount, w.pay_currency as currency, w.member_id
  from withdrawal w
  where w.state = 'PAID' and w.cash_account_id is null and w.settled_at > (
    select min(e.moved_at) from cash_entry e
    where e.kind = 'OPENING' and e.state = 'APPLIED' and e.reversed_at is null and e.currency = w.pay_currency))`;

/** How many there are and what they come to, by currency; currencies without any are absent. @param trx one snapshot */
export async function unknownPayouts(trx: Trx) {
  const { rows } = await sql<{ currency: CashCurrency; count: number; amount: bigint }>`
    select u.currency, count(*)::integer as count, sum(u.amount)::bigint as amount from ${UNKNOWN} u
    group by u.currency order by u.currency desc`.execute(trx);
  return rows.map((row) => ({ ...row, amount: bahtFromSatang(row.amount) }));
}

/** They themselves, oldest first; in units of their currency. */
export function unknownPayoutRows(db: Db, { currency, ...page }: PageAsked & { currency: CashCurrency }) {
  return inSnapshot(db, (trx) =>
    pageOf(
      trx,
      sql<FigureRow>`
        select ${orderOf(sql.ref('u.at'))} || '-' || u.id as key, u.at, 'PAYOUT' as what, u.amount, u.member_id,
          'withdrawal:' || u.id as subject
        from ${UNKNOWN} u where u.currency = ${currency}`,
      page,
    ),
  );
}
