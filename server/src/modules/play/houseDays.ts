import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';

/** The day in Bangkok of a moment's column. */
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Bangkok')::date`;

/** The first day on which account `a` of game `g` can have play, as a date. */
export const FIRST_DAY = dayOf('a.created_at');

/**
 * The last day on which account `a` of game `g` can have play, as a date: that of its end, for one that is closed or whose
 * game is retired. An account that was never open has none.
 */
export const LAST_DAY = sql`least(coalesce(${dayOf('g.retired_at')}, 'infinity'),
  case when a.is_open then 'infinity' else coalesce(${dayOf('a.closed_at')}, '-infinity') end)`;

/** The first day on which game `g` can have play, as a date; one look into the index. */
export const SINCE = sql`(
  select (min(a.created_at) at time zone 'Asia/Bangkok')::date from game_account a where a.provider = g.code)`;

/** Whether all houses at which a game was played on a day have closed it; false too if nobody has asked them yet. */
export function isDayClosed(provider: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(c.closed_at is not null) from play_close c where c.provider = ${provider} and c.day = ${day}), false)`;
}

/** Due when the day is over; the job that plans days says when that is. */
export const WHEN_OVER = sql<Date>`'infinity'::timestamptz`;

/**
 * Keeps for the house that a game leaves the days on which it was played there, the current one too. Call it with the
 * game's row locked, before the row leads elsewhere. Earlier days are planned already.
 */
export async function keepDays(trx: Trx, code: string): Promise<void> {
  await sql`
    insert into play_close (provider, day, connection_id, external_code, due_at)
    select g.code, d.day::date, g.connection_id, g.external_code, ${WHEN_OVER}
    from game_provider g
    cross join lateral (select ${SINCE} as since, (site.now() at time zone 'Asia/Bangkok')::date as today) s
    cross join lateral generate_series(
      greatest(s.since, ${LAST_AT_OTHERS}, s.today - 2), s.today, interval '1 day') as d(day)
    where g.code = ${code} and s.since is not null
    on conflict do nothing`.execute(trx);
}

/** The last day on which game `g` was at another house than now: it came here on that day. */
export const LAST_AT_OTHERS = sql`(
  select max(c.day) from play_close c where c.provider = g.code and c.connection_id is distinct from g.connection_id)`;

/** Whether a member could have played one of the games today: the house alone can tell. */
export async function isPlayedToday(db: Db | Trx, codes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from game_account a join game_provider g on g.code = a.provider
    where a.provider = any(${codes}::text[]) and ${LAST_DAY} >= (site.now() at time zone 'Asia/Bangkok')::date limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
