import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { countedUpTo } from './countedUpTo.ts';
import { type Span, startOfDayOf } from './period.ts';

/**
 * Members whose money moved, new members, and first deposits (baht) of a span.
 * @param trx one snapshot, so that totals and postings are consistent
 * @param span begins at midnight in Bangkok
 */
export async function memberFigures(trx: Trx, span: Span) {
  return {
    activeMembers: await countActive(trx, span),
    newMembers: await countNew(trx, span),
    firstDeposits: await firstDepositsOf(trx, span),
  };
}

/**
 * Full days of sealed postings come from their bitmaps; members of other postings are added if the bitmap lacks them.
 */
async function countActive(trx: Trx, { start, end }: Span): Promise<number> {
  const counted = await countedUpTo(trx);
  const { rows } = await sql<{ count: bigint }>`
    with day as materialized (
      select block, bit_or(members) as members from ledger.report_active
      where day >= ${start} and day < ${startOfDayOf(end)} group by block
    ),
    touched as (
      select p.debit, p.credit from ledger.posting p
      where p.at >= ${start} and p.at < ${end} and p.xid >= ${counted}
        and p.code <> 'adjustment' and p.reverses_id is null
      union all
      select p.debit, p.credit from ledger.posting p
      where p.at >= greatest(${start}::timestamptz, ${startOfDayOf(end)}::timestamptz) and p.at < ${end}
        and p.xid < ${counted} and p.code <> 'adjustment' and p.reverses_id is null
    ),
    account_id as (select debit as id from touched union select credit from touched),
    other as (select distinct a.member_id from account_id t join ledger.account a on a.id = t.id where a.member_id is not null)
    select (select coalesce(sum(bit_count(members)), 0) from day)
      + (select count(*) from other o left join day d on d.block = o.member_id / 32768
          where d.block is null or get_bit(d.members, (o.member_id % 32768)::int) = 0) as count`.execute(trx);
  return Number(rows[0]?.count ?? 0n);
}

async function countNew(trx: Trx, { start, end }: Span): Promise<number> {
  const { count } = await trx
    .selectFrom('member')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The versions of a wallet have no gaps, so that its first deposit is found without reading the others. */
async function firstDepositsOf(trx: Trx, { start, end }: Span) {
  const counted = await countedUpTo(trx);
  const { rows } = await sql<{ count: bigint; amount: bigint }>`
    with uncounted as (
      select distinct p.credit as wallet from ledger.posting p
      where p.xid >= ${counted}
        and p.code = 'deposit' and p.phase = 'single' and p.reverses_id is null
        and not exists (select from ledger.report_first_deposit k where k.account_id = p.credit)
    ),
    first as (
      select amount, at from ledger.report_first_deposit where at >= ${start} and at < ${end}
      union all
      select f.amount, f.at from uncounted c cross join lateral (
        select q.amount, q.at from ledger.posting q
        where q.credit = c.wallet and q.credit_version is not null
          and q.code = 'deposit' and q.phase = 'single' and q.reverses_id is null
        order by q.credit_version limit 1
      ) f where f.at >= ${start} and f.at < ${end}
    )
    select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from first`.execute(trx);
  return { count: Number(rows[0]?.count ?? 0n), amount: bahtFromSatang(rows[0]?.amount ?? 0n) };
}
