import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { shareDown } from '../bonus/terms.ts';

/** A closed day or week that has not been refunded. Days are YYYY-MM-DD. */
interface ClosedPeriod {
  from: string;
  to: string;
  netLoss: Satang;
}

export interface AccruedRefund {
  /** The periods that give something. */
  periods: ClosedPeriod[];
  netLoss: Satang;
  amount: Satang;
  /** True where there are closed periods with play at all, even if they give nothing. */
  hasFigures: boolean;
}

/**
 * What the member's closed periods give: of each the share of its net loss by the providers' figures, rounded down to
 * the satang. A period in which the member won gives nothing and takes nothing from another. A period is closed when
 * every provider where the member has an account has closed each of its days.
 */
export async function accruedRefund(
  db: Db | Trx,
  memberId: bigint,
  { period, shareBps, claimWithinDays }: SettingValue<'refund'>,
): Promise<AccruedRefund> {
  const isWeek = period === 'week';
  const { rows } = await sql<{ from: string; to: string; net_loss: bigint }>`
    with account as (
      select provider, (created_at at time zone 'Asia/Bangkok')::date as since
      from game_account where member_id = ${memberId} and is_open
    ),
    played as (
      select ${isWeek ? sql`date_trunc('week', day)::date` : sql`day`} as first, sum(stake - win)::bigint as net_loss
      from play_day
      where member_id = ${memberId} and day > (now() at time zone 'Asia/Bangkok')::date - ${claimWithinDays}::integer - 7
      group by 1
    ),
    period as (select first, first + ${isWeek ? 6 : 0}::integer as last, net_loss from played)
    select first::text as "from", last::text as "to", net_loss
    from period p
    where p.last >= (now() at time zone 'Asia/Bangkok')::date - ${claimWithinDays}::integer
      and not exists (
        select from refund_day r where r.member_id = ${memberId} and r.day between p.first and p.last)
      and not exists (
        select from generate_series(p.first, p.last, interval '1 day') as d(day) join account a on a.since <= d.day::date
        where not exists (
          select from play_close c where c.provider = a.provider and c.day = d.day::date and c.closed_at is not null))
    order by first`.execute(db);
  const periods = rows
    .map(({ from, to, net_loss: netLoss }) => ({ from, to, netLoss }))
    .filter(({ netLoss }) => netLoss > 0n && shareDown(netLoss, shareBps) > 0n);
  return {
    periods,
    netLoss: periods.reduce((sum, { netLoss }) => sum + netLoss, 0n),
    amount: periods.reduce((sum, { netLoss }) => sum + shareDown(netLoss, shareBps), 0n),
    hasFigures: rows.length > 0,
  };
}
