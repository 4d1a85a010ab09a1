import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import type { Span } from './period.ts';

/** Members whose money moved, new members, and first deposits (baht) of a span. */
export async function memberFigures(db: Db, span: Span) {
  const [activeMembers, newMembers, firstDeposits] = await Promise.all([
    countActive(db, span),
    countNew(db, span),
    firstDepositsOf(db, span),
  ]);
  return { activeMembers, newMembers, firstDeposits };
}

async function countActive(db: Db, { start, end }: Span): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with touched as (
      select distinct side.account_id
      from ledger.posting p cross join lateral (values (p.debit), (p.credit)) as side (account_id)
      where p.at >= ${start} and p.at < ${end} and p.code <> 'adjustment' and p.reverses_id is null
    )
    select count(distinct a.member_id) as count from touched t join ledger.account a on a.id = t.account_id`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0n);
}

async function countNew(db: Db, { start, end }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('member')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A wallet's versions have no gaps, so that its first deposit is found without reading the others. */
async function firstDepositsOf(db: Db, { start, end }: Span) {
  const { rows } = await sql<{ count: bigint; amount: bigint }>`
    with credited as (
      select distinct p.credit as wallet from ledger.posting p
      where p.at >= ${start} and p.at < ${end} and p.code = 'deposit' and p.phase = 'single' and p.reverses_id is null
    )
    select count(*) as count, coalesce(sum(first.amount), 0)::bigint as amount
    from credited c cross join lateral (
      select q.amount, q.at from ledger.posting q
      where q.credit = c.wallet and q.credit_version is not null
        and q.code = 'deposit' and q.phase = 'single' and q.reverses_id is null
      order by q.credit_version limit 1
    ) first
    where first.at >= ${start} and first.at < ${end}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), amount: bahtFromSatang(rows[0]?.amount ?? 0n) };
}
