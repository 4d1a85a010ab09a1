import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { shareDown } from '../bonus/terms.ts';
import { linkedMembers } from '../links/linkedMembers.ts';
import { FIRST_DAY, isDayClosed, LAST_DAY } from '../play/houseDays.ts';

/** A closed day or week without a refund yet. Days are YYYY-MM-DD. */
interface ClosedPeriod {
  from: string;
  to: string;
  netLoss: Satang;
}

export interface RefundRules {
  refund: SettingValue<'refund'>;
  links: SettingValue<'links'>;
}

export interface AccruedRefund {
  /** The periods with a refund. */
  periods: ClosedPeriod[];
  netLoss: Satang;
  amount: Satang;
  /** True if there are closed periods with play, even without a refund. */
  hasFigures: boolean;
}

/**
 * The refund of the member's closed periods: for each, a share of its net loss by the providers' figures, rounded down
 * to the satang. Money given by the house is left out, and so are the winnings on the same day of members who are one
 * person with this one, because a player who bets on both sides loses nothing. Together at most `maximumSatang` in
 * `maximumDays`. A period with a net win gives nothing and reduces no other. A period is closed when every provider
 * where the member, or a member who is one person with them, could play has closed each of its days, at each of its houses.
 */
export async function accruedRefund(
  db: Db | Trx,
  memberId: bigint,
  { refund, links }: RefundRules,
): Promise<AccruedRefund> {
  const { period, shareBps, claimWithinDays, maximumSatang, maximumDays } = refund;
  const isWeek = period === 'week';
  const linked = (await linkedMembers(db, memberId, links)).map((one) => one.memberId);
  const { rows } = await sql<{ from: string; to: string; net_loss: bigint }>`
    with account as (
      select a.provider, ${FIRST_DAY} as since, ${LAST_DAY} as until
      from game_account a join game_provider g on g.code = a.provider
      where a.member_id = any(${[memberId, ...linked]}::bigint[])
    ),
    days as (
      select member_id, day, sum(stake - win)::bigint as net_loss from play_day
      where member_id = any(${[memberId, ...linked]}::bigint[])
        and day > (site.now() at time zone 'Asia/Bangkok')::date - ${claimWithinDays}::integer - 7
      group by member_id, day
    ),
    own as (
      select d.day, case when d.net_loss <= 0 then d.net_loss else greatest(d.net_loss
        - coalesce((select h.amount from house_money_day h where h.member_id = d.member_id and h.day = d.day), 0)
        - coalesce((select sum(-o.net_loss) from days o
            where o.day = d.day and o.member_id <> d.member_id and o.net_loss < 0), 0), 0) end as net_loss
      from days d where d.member_id = ${memberId}
    ),
    played as (
      select ${isWeek ? sql`date_trunc('week', day)::date` : sql`day`} as first, sum(net_loss)::bigint as net_loss
      from own group by 1
    ),
    period as (select first, first + ${isWeek ? 6 : 0}::integer as last, net_loss from played)
    select first::text as "from", last::text as "to", net_loss
    from period p
    where p.last >= (site.now() at time zone 'Asia/Bangkok')::date - ${claimWithinDays}::integer
      and not exists (
        select from refund_day r where r.member_id = ${memberId} and r.day between p.first and p.last)
      and not exists (
        select from generate_series(p.first, p.last, interval '1 day') as d(day) join account a
          on d.day::date between a.since and a.until
        where not ${isDayClosed(sql.ref('a.provider'), sql`d.day::date`)})
    order by first`.execute(db);
  const periods = rows
    .map(({ from, to, net_loss: netLoss }) => ({ from, to, netLoss }))
    .filter(({ netLoss }) => netLoss > 0n && shareDown(netLoss, shareBps) > 0n);
  const amount = periods.reduce((sum, { netLoss }) => sum + shareDown(netLoss, shareBps), 0n);
  const most = BigInt(maximumSatang) - (await receivedWithin(db, memberId, maximumDays));
  return {
    periods,
    netLoss: periods.reduce((sum, { netLoss }) => sum + netLoss, 0n),
    amount: amount < most ? amount : most > 0n ? most : 0n,
    hasFigures: rows.length > 0,
  };
}

async function receivedWithin(db: Db | Trx, memberId: bigint, days: number): Promise<Satang> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from refund
    where member_id = ${memberId} and created_at > site.now() - make_interval(days => ${days})`.execute(db);
  return rows[0]?.amount ?? 0n;
}
