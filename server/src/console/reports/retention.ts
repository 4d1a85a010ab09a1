import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { readPeriod } from './period.ts';

const WEEKS = 12;

/**
 * Of the members who registered in each of the 12 weeks up to a day, how many played in that week and each after it, the
 * newest week last. @throws AppError INVALID_REQUEST if it is no day
 */
export async function retention(db: Db, { to }: { to: string }) {
  readPeriod({ from: to, to });
  const { rows } = await sql<{ week: string; registered: bigint; nth: number | null; played: bigint }>`
    with cohort as materialized (
      select m.id, date_trunc('week', m.created_at at time zone 'Asia/Bangkok')::date as week from member m
      where m.created_at >= (date_trunc('week', ${to}::date::timestamp) - make_interval(weeks => ${WEEKS - 1}))
          at time zone 'Asia/Bangkok'
        and m.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'
    )
    select size.week::text as week, size.registered, p.nth, coalesce(p.played, 0) as played
    from (select week, count(*) as registered from cohort group by week) size
    left join (
      select c.week, (d.day - c.week) / 7 as nth, count(distinct c.id) as played
      from cohort c join play_day d on d.member_id = c.id
      where d.day >= c.week and d.day <= ${to}::date
      group by 1, 2) p on p.week = size.week
    order by size.week, p.nth`.execute(db);
  const byWeek = Map.groupBy(rows, ({ week }) => week);
  return {
    weeks: [...byWeek].map(([week, found]) => {
      const weeksSince = Math.floor((Date.parse(to) - Date.parse(week)) / (7 * 86_400_000));
      const counts = new Map(found.map(({ nth, played }) => [nth, Number(played)]));
      return {
        week,
        registered: Number(found[0]?.registered ?? 0n),
        played: Array.from({ length: weeksSince + 1 }, (_, nth) => counts.get(nth) ?? 0),
      };
    }),
  };
}
