import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../../clock.ts';
import type { Db } from '../../../database/connect.ts';
import { depositsOf } from './depositUse.ts';

const MONTHS = 12;

interface MonthRow {
  month: string;
  deposited: Satang;
  withdrawn: Satang;
  staked: Satang;
  won: Satang;
}

/** What the member paid in and got out since the account was opened, and month by month (protection.md 22, 23). */
export async function showActivity(
  db: Db,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/protection/activity']>> {
  const withdrawals = sql`(select settled_at as at, amount from withdrawal
    where member_id = ${memberId} and state = 'PAID')`;
  const { rows: totals } = await sql<{ since: Date; deposited: Satang; withdrawn: Satang }>`
    select m.created_at as since,
      (select coalesce(sum(amount), 0)::bigint from ${depositsOf(memberId)} d) as deposited,
      (select coalesce(sum(amount), 0)::bigint from ${withdrawals} w) as withdrawn
    from member m where m.id = ${memberId}`.execute(db);
  const { rows: months } = await sql<MonthRow>`
    select to_char(m.start, 'YYYY-MM') as month,
      (select coalesce(sum(amount), 0)::bigint from ${depositsOf(memberId)} d
        where at >= m.start at time zone 'Asia/Bangkok' and at < m."end" at time zone 'Asia/Bangkok') as deposited,
      (select coalesce(sum(amount), 0)::bigint from ${withdrawals} w
        where at >= m.start at time zone 'Asia/Bangkok' and at < m."end" at time zone 'Asia/Bangkok') as withdrawn,
      played.staked, played.won
    from (select start, start + interval '1 month' as "end" from generate_series(
      date_trunc('month', site.now() at time zone 'Asia/Bangkok') - make_interval(months => ${MONTHS - 1}),
      date_trunc('month', site.now() at time zone 'Asia/Bangkok'), interval '1 month') start) m,
    lateral (select coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(win), 0)::bigint as won from play_day
      where member_id = ${memberId} and day >= m.start::date and day < m."end"::date) played
    order by m.start desc`.execute(db);
  const [total] = totals;
  return {
    since: (total?.since ?? clock.date()).toISOString(),
    deposited: bahtFromSatang(total?.deposited ?? 0n),
    withdrawn: bahtFromSatang(total?.withdrawn ?? 0n),
    months: months.map(({ month, deposited, withdrawn, staked, won }) => ({
      month,
      deposited: bahtFromSatang(deposited),
      withdrawn: bahtFromSatang(withdrawn),
      staked: bahtFromSatang(staked),
      won: bahtFromSatang(won),
    })),
  };
}
