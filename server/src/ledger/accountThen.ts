import { sql } from 'kysely';
import type { Trx } from '../database/connect.ts';
import type { MemberAccountKind } from './account.ts';

/**
 * A member's account as its postings leave it at a moment, in satang; nothing before the first one. Postings that are in a
 * file (docs/decisions/246-a-month-in-a-file.md) are not read: ask only after `archivedUntil`.
 * @param at inclusive
 */
export async function balanceThen(
  trx: Trx,
  memberId: bigint,
  kind: MemberAccountKind,
  at: Date,
): Promise<{ posted: bigint; held: bigint }> {
  const { rows } = await sql<{ posted: bigint; held: bigint }>`
    with mine as materialized (
      select id from ledger.account where member_id = ${memberId} and kind = ${kind} and currency = 'THB'
    )
    select coalesce((
      select after from (
        (select p.credit_after as after, p.credit_version as version from ledger.posting p
          where p.credit = (select id from mine) and p.credit_version is not null and p.at <= ${at}
          order by p.credit_version desc limit 1)
        union all
        (select p.debit_after, p.debit_version from ledger.posting p
          where p.debit = (select id from mine) and p.debit_version is not null and p.at <= ${at}
          order by p.debit_version desc limit 1)
      ) last order by version desc limit 1), 0)::bigint as posted,
    coalesce((
      select sum(case p.phase when 'hold' then p.amount else -p.amount end) from ledger.posting p
      where p.debit = (select id from mine) and p.debit_version is not null
        and p.phase in ('hold', 'post', 'void') and p.at <= ${at}), 0)::bigint as held`.execute(trx);
  return rows[0] ?? { posted: 0n, held: 0n };
}

/** The time of the newest posting that is in a file alone; null while there is none. */
export async function archivedUntil(trx: Trx): Promise<Date | null> {
  const row = await trx
    .selectFrom('ledger.archive')
    .select((e) => e.fn.max('last_at').as('last'))
    .executeTakeFirst();
  return row?.last ?? null;
}
