import type { StatementFilter } from '@krapao/contract/api/statement';
import { satangFromBaht } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { rowOfReference } from './rowId.ts';

const ALL = sql<boolean>`true`;

/** Which rows of the statement a member asked for, by the bare columns of `statement_entry`. */
export function filterOf(memberId: bigint, asked: StatementFilter): RawBuilder<boolean> {
  const { kinds, status, from, to, search } = asked;
  const all = [
    kinds !== undefined ? sql<boolean>`statement_type = any(${kinds}::text[])` : ALL,
    status !== undefined ? sql<boolean>`status = ${status}` : ALL,
    from !== undefined ? sql<boolean>`created_at >= ${from}::timestamp at time zone 'Asia/Bangkok'` : ALL,
    to !== undefined
      ? sql<boolean>`created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'`
      : ALL,
    search !== undefined ? found(memberId, search.trim()) : ALL,
  ];
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** An amount, our reference, or what a bank wrote about a deposit or a payout of this member. */
function found(memberId: bigint, text: string): RawBuilder<boolean> {
  const row = rowOfReference(text);
  const amount = amountOf(text);
  const id = row?.table === 'statement_entry' ? row.id : null;
  const slip = row?.table === 'slip' ? `slip:${row.id}` : null;
  return sql<boolean>`(id = ${id} or cause = ${slip} or amount = ${amount}
    or cause in (select i.cause from incoming_transfer i where i.member_id = ${memberId} and i.trans_ref = ${text})
    or cause in (select 'withdrawal:' || w.id from withdrawal w
      where w.member_id = ${memberId} and w.trans_ref = ${text}))`;
}

/** Satang of an amount as people write it; null for other texts. */
function amountOf(text: string): bigint | null {
  const digits = text.replace(/[฿,\s+−-]/g, '');
  return /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(digits) ? satangFromBaht(Number(digits)) : null;
}
