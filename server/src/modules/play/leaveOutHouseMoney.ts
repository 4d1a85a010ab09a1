import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { FIRST_DAY, isDayClosed, LAST_DAY } from './houseDays.ts';

/**
 * True if every house at which the member of this column could play on a day has closed it: houses that the game has left
 * since too.
 */
export function allClosed(member: RawBuilder<unknown>, day: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from game_account a join game_provider g on g.code = a.provider
    where a.member_id = ${member} and ${day}::date between ${FIRST_DAY} and ${LAST_DAY}
      and not ${isDayClosed(sql.ref('a.provider'), sql`${day}::date`)})`;
}

/**
 * Stores how much of a closed day's losses was money given by the house: bonuses, refunds, invite shares, coupons and
 * prizes count as lost first, each satang once, whenever it is lost. Money that the end of a bonus takes back beyond
 * the bonus was won with it and does not turn other money into the member's own. Runs before any other calculation for
 * the day.
 * @param day YYYY-MM-DD
 */
export async function leaveOutHouseMoney(trx: Trx, day: string): Promise<void> {
  await sql`
    with lost as (
      select p.member_id, sum(p.stake - p.win)::bigint as amount from play_day p
      where p.day = ${day}::date and ${allClosed(sql.ref('p.member_id'), day)}
      group by p.member_id having sum(p.stake - p.win) > 0
    ),
    given as (
      select l.member_id, l.amount as lost,
        (select coalesce(sum(case e.statement_type when 'bonus' then e.amount
            else -least(e.amount, (select b.bonus from member_bonus b
              where b.member_id = e.member_id and e.cause = 'bonus:' || b.id || ':end')) end), 0) from statement_entry e
          where e.member_id = l.member_id and e.statement_type in ('bonus', 'finish_bonus') and e.status = 'SUCCESS'
            and (e.created_at at time zone 'Asia/Bangkok')::date <= ${day}::date)
        - (select coalesce(sum(h.amount), 0) from house_money_day h where h.member_id = l.member_id) as amount
      from lost l
    )
    insert into house_money_day (member_id, day, amount)
    select member_id, ${day}::date, least(lost, amount)::bigint from given where amount > 0
    on conflict do nothing`.execute(trx);
}
