import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { orderOf } from '../reports/figures.ts';

const PAGE = 50;

interface UsedRow {
  key: string;
  id: string;
  at: Date;
  reference: string;
  amount: bigint;
  currency: 'THB' | 'LAK';
  member_id: bigint | null;
  name: string | null;
  operator: string | null;
  account_id: bigint | null;
  bank_code: string | null;
  account_no: string | null;
  text: string | null;
  first_id: string;
  first_member: bigint;
  first_name: string;
  first_amount: bigint;
}

/**
 * Payouts whose reference proves an earlier one, and lines of bank statements with the reference of a payout that they do not
 * mean: of another amount, or told once before. The newest first. @param after `next` of the page before
 */
export async function listUsedAgain(db: Db, after?: string) {
  const payouts = sql`
    select ${orderOf(sql.ref('w.settled_at'))} || '-' || w.id as key, w.id::text as id, w.settled_at as at,
      coalesce(w.trans_ref, '') as reference, w.amount, 'THB' as currency, w.member_id, m.name, o.name as operator,
      null::bigint as account_id, null::text as bank_code, null::text as account_no, null::text as text, w.reference_of as first
    from withdrawal w join member m on m.id = w.member_id left join operator o on o.id = w.decided_by
    where w.reference_of is not null`;
  const lines = sql`
    select ${orderOf(sql.ref('l.at'))} || '-' || l.id, 'statement:' || l.id, l.at, l.reference, l.amount,
      case a.currency when 'LAK' then 'LAK' else 'THB' end, null, null, null, a.id, a.bank_code, a.account_no, l.description,
      f.id
    from statement_outgoing l join deposit_account a on a.id = l.deposit_account_id
    join withdrawal f on f.proof = l.proof
      and (f.proof_place is null or f.proof_place = a.bank_code || ':' || a.account_no)
    where l.proof is not null and (l.amount <> f.pay_amount or exists (
      select from statement_outgoing e where e.deposit_account_id = a.id and e.proof = l.proof and e.amount = l.amount
        and (e.at, e.id) < (l.at, l.id)))`;
  const { rows } = await sql<UsedRow>`
    select u.*, f.id as first_id, f.member_id as first_member, m.name as first_name, f.amount as first_amount
    from (${payouts} union all ${lines}) u join withdrawal f on f.id = u.first join member m on m.id = f.member_id
    where ${after ?? null}::text is null or u.key collate "C" < ${after ?? null}
    order by u.key collate "C" desc limit ${PAGE + 1}`.execute(db);
  const shown = rows.slice(0, PAGE);
  return {
    payouts: shown.map((row) => ({
      id: row.id,
      memberId: row.member_id === null ? null : String(row.member_id),
      memberName: row.name,
      amount: bahtFromSatang(row.amount),
      currency: row.currency,
      reference: row.reference,
      at: row.at.toISOString(),
      operatorName: row.operator,
      line:
        row.account_id === null
          ? null
          : {
              accountId: String(row.account_id),
              bankCode: row.bank_code ?? '',
              accountNo: row.account_no ?? '',
              text: row.text ?? '',
            },
      first: {
        id: row.first_id,
        memberId: String(row.first_member),
        memberName: row.first_name,
        amount: bahtFromSatang(row.first_amount),
      },
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.key ?? null) : null,
  };
}
