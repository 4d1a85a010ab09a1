import type { MemberFigure } from '@krapao/contract/figures';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { countedUpTo } from './countedUpTo.ts';
import { type FigureRow, orderOf } from './figures.ts';
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

/** What is true of the span: the parts of queries that count these members, or name them. */
async function activity(trx: Trx, { start, end }: Span): Promise<RawBuilder<unknown>> {
  const counted = await countedUpTo(trx);
  return sql`
    day as materialized (
      select block, bit_or(members) as members from ledger.report_active
      where day >= ${start} and day < ${startOfDayOf(end)} group by block
    ),
    touched as (
      select p.debit, p.credit, p.at from ledger.posting p
      where p.at >= ${start} and p.at < ${end} and p.xid >= ${counted}
        and p.code <> 'adjustment' and p.reverses_id is null
      union all
      select p.debit, p.credit, p.at from ledger.posting p
      where p.at >= greatest(${start}::timestamptz, ${startOfDayOf(end)}::timestamptz) and p.at < ${end}
        and p.xid < ${counted} and p.code <> 'adjustment' and p.reverses_id is null
    ),
    side as (select debit as id, at from touched union all select credit, at from touched),
    other as materialized (
      select a.member_id, min(s.at) as at from (select id, min(at) as at from side group by id) s
      join ledger.account a on a.id = s.id where a.member_id is not null group by a.member_id
    )`;
}

/**
 * Full days of sealed postings come from their bitmaps; members of other postings are added if the bitmap lacks them.
 */
async function countActive(trx: Trx, span: Span): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with ${await activity(trx, span)}
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

async function firstDepositsOf(trx: Trx, span: Span) {
  const { rows } = await sql<{ count: bigint; amount: bigint }>`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from (${await firstDeposits(trx, span)}) f`.execute(
    trx,
  );
  return { count: Number(rows[0]?.count ?? 0n), amount: bahtFromSatang(rows[0]?.amount ?? 0n) };
}

/** The versions of a wallet have no gaps, so that its first deposit is found without reading the others. */
async function firstDeposits(trx: Trx, { start, end }: Span): Promise<RawBuilder<unknown>> {
  return sql`
    select account_id, amount, at from ledger.report_first_deposit where at >= ${start} and at < ${end}
    union all
    select c.wallet, f.amount, f.at from (
      select distinct p.credit as wallet from ledger.posting p
      where p.xid >= ${await countedUpTo(trx)}
        and p.code = 'deposit' and p.phase = 'single' and p.reverses_id is null
        and not exists (select from ledger.report_first_deposit k where k.account_id = p.credit)
    ) c cross join lateral (
      select q.amount, q.at from ledger.posting q
      where q.credit = c.wallet and q.credit_version is not null
        and q.code = 'deposit' and q.phase = 'single' and q.reverses_id is null
      order by q.credit_version limit 1
    ) f where f.at >= ${start} and f.at < ${end}`;
}

/**
 * The members of a figure, each once, in no order: the first deposits with their amount, new members with the time of their
 * registration, active ones by id with the day on which the span's first money of theirs moved.
 */
export async function memberRows(trx: Trx, figure: MemberFigure, span: Span): Promise<RawBuilder<FigureRow>> {
  const { start, end } = span;
  switch (figure) {
    case 'activeMembers':
      return sql`
        with ${await activity(trx, span)},
        bits as (
          select d.block::bigint * 32768 + n as id from day d cross join generate_series(0, 32767) n
          where get_bit(d.members, n) = 1
        ),
        active as (select coalesce(b.id, o.member_id) as id, o.at from bits b full join other o on o.member_id = b.id)
        select to_char(c.id, ${'FM0000000000000000000'}) as key, least(c.at, (
            select min(a.day) from ledger.report_active a
            where a.day >= ${start} and a.day < ${startOfDayOf(end)} and a.block = c.id / 32768
              and get_bit(a.members, (c.id % 32768)::int) = 1
          )) as at, 'member' as what, null::bigint as amount, c.id as member_id, '' as subject
        from active c`;
    case 'newMembers':
      return sql`
        select ${orderOf(sql.ref('m.created_at'))} || '-' || m.id as key, m.created_at as at, 'member' as what,
          null::bigint as amount, m.id as member_id, '' as subject
        from member m where m.created_at >= ${start} and m.created_at < ${end}`;
    case 'firstDeposits':
      return sql`
        select ${orderOf(sql.ref('f.at'))} || '-' || f.account_id as key, f.at, 'deposit' as what, f.amount, a.member_id,
          '' as subject
        from (${await firstDeposits(trx, span)}) f join ledger.account a on a.id = f.account_id`;
  }
}
