import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { explainedLines } from '../../modules/cash/explanations.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import { inSnapshot, openingOf, requireAccount, toldOf } from './listAccounts.ts';

const SHOWN_MAX = 500;
/** How far back differences are looked for in a book without an opening balance. */
const UNOPENED_MS = 31 * 86_400_000;

type Why =
  | 'NOT_BOOKED'
  | 'AMOUNT'
  | 'NOT_ON_STATEMENT'
  | 'NOT_ARRIVED'
  | 'ACCOUNT_UNKNOWN'
  | 'LEFT_UNEXPLAINED';

/**
 * What may make the difference between the bank's last balance and our books at that time, since the book began, and
 * what left the account without an explanation. A payout
 * without an account may have left any account of its currency.
 */
export async function differencesOf(db: Db, id: string) {
  return inSnapshot(db, async (trx) => {
    const account = await requireAccount(trx, id);
    const told = await toldOf(trx, account.id);
    const to = told === null ? clock.date() : new Date(told.at);
    const from = (await openingOf(trx, account.id)) ?? new Date(to.getTime() - UNOPENED_MS);
    // Also what left after the last told balance: a file without balances tells of it too.
    const left = await leftUnexplained(trx, account, { from, to: clock.date() });
    if (told === null) return { told, differences: left };
    const { rows } = await sql<Difference>`
      with arrived as (
        select t.*, exists (select from cash_entry e where e.incoming_transfer_id = t.id) as is_explained
        from incoming_transfer t
        where t.deposit_account_id = ${account.id} and t.currency = ${currencyOf(account)}
          and t.transferred_at > ${from} and t.transferred_at <= ${to}
      ), span as (
        select min(transferred_at) as first, max(transferred_at) as last from arrived where statement_read_at is not null
      )
      select 'NOT_BOOKED' as why, transferred_at as at, amount, trans_ref as reference, 'incoming:' || id as subject
        from arrived where cash_posting_id is null and not is_explained
      union all
      select 'AMOUNT', transferred_at, statement_amount - amount, trans_ref, 'incoming:' || id
        from arrived where cash_posting_id is not null and statement_amount <> amount
      union all
      select 'NOT_ON_STATEMENT', transferred_at, -amount, trans_ref, 'incoming:' || id
        from arrived, span
        where cash_posting_id is not null and statement_read_at is null and transferred_at between first and last
      union all
      select 'NOT_ARRIVED', moved_at, -amount, reference, 'cashEntry:' || id
        from cash_entry
        where to_account_id = ${account.id} and kind = 'TRANSFER' and state = 'APPLIED' and reversed_at is null
          and incoming_transfer_id is null and moved_at > ${from} and moved_at <= ${to}
      union all
      select 'ACCOUNT_UNKNOWN', settled_at, -pay_amount, coalesce(trans_ref, ''), 'withdrawal:' || id
        from withdrawal
        where state = 'PAID' and cash_account_id is null and pay_currency = ${currencyOf(account)}
          and settled_at > ${from} and settled_at <= ${to}
      order by at desc limit ${SHOWN_MAX}`.execute(trx);
    return {
      told,
      differences: [...rows.map(present), ...left].toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    };
  });
}

interface Difference {
  why: Why;
  at: Date;
  amount: bigint;
  reference: string;
  subject: string;
}

const present = ({ why, at, amount, reference, subject }: Difference) => ({
  why,
  at: at.toISOString(),
  amount: bahtFromSatang(amount),
  reference,
  subject,
});

/** Lines of statements that tell of money that left, and that nothing in the books explains; the newest. */
async function leftUnexplained(trx: Trx, account: DepositAccount, span: { from: Date; to: Date }) {
  const lines = await explainedLines(trx, account, span);
  return lines
    .filter(({ explainedBy }) => explainedBy === null)
    .slice(-SHOWN_MAX)
    .map(({ id, at, amount, reference, description }) =>
      present({
        why: 'LEFT_UNEXPLAINED',
        at,
        amount: -amount,
        reference: reference || description,
        subject: `statementLine:${id}`,
      }),
    );
}
