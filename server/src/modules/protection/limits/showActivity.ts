import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../../clock.ts';
import type { Db } from '../../../database/connect.ts';
import { memberMonths, memberMoved } from '../../figures/memberMoney.ts';
import { type Moved, moneyFigure } from '../../figures/moneyFigure.ts';

const MONTHS = 12;

/** What the member paid in and got out since the account was opened, and month by month (protection.md 22, 23). */
export async function showActivity(
  db: Db,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/protection/activity']>> {
  const member = await db
    .selectFrom('member')
    .select('created_at')
    .where('id', '=', memberId)
    .executeTakeFirst();
  const { rows: months } = await sql<{ month: string; staked: Satang; won: Satang }>`
    select to_char(m.start, 'YYYY-MM') as month, played.staked, played.won
    from (select start, start + interval '1 month' as "end" from generate_series(
      date_trunc('month', site.now() at time zone 'Asia/Bangkok') - make_interval(months => ${MONTHS - 1}),
      date_trunc('month', site.now() at time zone 'Asia/Bangkok'), interval '1 month') start) m,
    lateral (select coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(win), 0)::bigint as won from play_day
      where member_id = ${memberId} and day >= m.start::date and day < m."end"::date) played
    order by m.start desc`.execute(db);
  const moved = await memberMonths(db, memberId, months.at(-1)?.month ?? bangkokDay(clock.now()).slice(0, 7));
  return {
    since: (member?.created_at ?? clock.date()).toISOString(),
    ...presentMoney(await memberMoved(db, memberId)),
    months: months.map(({ month, staked, won }) => ({
      month,
      ...presentMoney(moved.get(month) ?? []),
      staked: bahtFromSatang(staked),
      won: bahtFromSatang(won),
    })),
  };
}

const presentMoney = (moved: readonly Moved[]) => ({
  deposited: bahtFromSatang(moneyFigure('deposits', moved)),
  withdrawn: bahtFromSatang(moneyFigure('withdrawals', moved)),
  adjusted: bahtFromSatang(moneyFigure('adjustments', moved)),
});
