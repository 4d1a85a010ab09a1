import { LIMIT_PERIODS, type LimitPeriod } from '@krapao/contract/api/protection/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { PERIOD_LENGTH } from './limits/memberLimit.ts';
import { startClock } from './realityClock.ts';

/** Less than this in a game, in satang, is nothing to play with. */
const REMAINDER = 100n;

/** Play begins with a launch, a game's password or money into a game; it goes on if it has begun. */
export async function beginPlay(db: Db | Trx, memberId: bigint): Promise<void> {
  const begun = await db
    .insertInto('play_session')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.column('member_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (begun === undefined) return;
  await startClock(db, memberId);
}

/** Ends the member's play. */
export async function endPlay(db: Db | Trx, memberId: bigint): Promise<void> {
  await db
    .updateTable('play_session')
    .set({ ended_at: sql<Date>`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
}

/** A game holds a whole baht of the member, money is on its way into one, or one has just bet from the wallet. */
const hasMoneyInGames = (memberId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from game_account where member_id = ${memberId} and amount >= ${REMAINDER})
  or exists (select from game_session where member_id = ${memberId} and ended_at is null
    and last_at > site.clock_timestamp() - interval '15 minutes')
  or exists (select from transfer_leg where member_id = ${memberId} and direction = 'in'
    and state not in ('CONFIRMED', 'REJECTED')))`;

/** Ends the member's play if all money is back: no game holds a whole baht, and none is on its way into one. */
export async function endPlayWithoutMoney(trx: Trx, memberId: bigint): Promise<void> {
  const { rows } = await sql`select where ${hasMoneyInGames(sql`${memberId}::bigint`)}`.execute(trx);
  if (rows.length === 0) await endPlay(trx, memberId);
}

/**
 * Ends the play of members without money in games who have no session any more or have not been seen for the idle time of
 * a usual session, at that end: a remembered log-in lasts for weeks and tells nothing of play. Where money is in a game
 * play goes on: an open game needs no session here (docs/decisions/203-breaks-and-exclusions.md).
 */
export async function endPlayWithoutSession(db: Db, idleMinutes: number): Promise<void> {
  const seenUntil = sql`least(s.expires_at, s.last_seen_at + make_interval(mins => least(s.idle_minutes, ${idleMinutes})))`;
  await sql`
    update play_session p set ended_at = greatest(p.started_at, least(site.clock_timestamp(), coalesce(
      (select max(${seenUntil}) from session s where s.member_id = p.member_id), site.clock_timestamp())))
    where p.ended_at is null and not ${hasMoneyInGames(sql`p.member_id`)} and not exists (
      select from session s where s.member_id = p.member_id and ${seenUntil} > site.clock_timestamp())`.execute(
    db,
  );
}

/** Whether the member's play goes on though they have no session any more. */
export async function playsUnseen(db: Db, memberId: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from play_session where member_id = ${memberId} and ended_at is null
      and not exists (select from session where member_id = ${memberId} and expires_at > site.clock_timestamp())`.execute(
    db,
  );
  return rows.length > 0;
}

/** Minutes of play in the periods that end now, begun minutes included. */
export async function minutesIn(db: Db | Trx, memberId: bigint): Promise<Record<LimitPeriod, bigint>> {
  const sums = LIMIT_PERIODS.map((period) => {
    const since = sql`site.clock_timestamp() - ${PERIOD_LENGTH[period]}`;
    return sql`coalesce(ceil(sum(extract(epoch from
      greatest(coalesce(ended_at, site.clock_timestamp()) - greatest(started_at, ${since}), interval '0'))) / 60), 0)::bigint
      as ${sql.ref(period)}`;
  });
  const { rows } = await sql<Record<LimitPeriod, bigint>>`
    select ${sql.join(sums)} from play_session
    where member_id = any(accounts_of(${memberId}))
      and (ended_at is null or ended_at > site.clock_timestamp() - ${PERIOD_LENGTH.month})`.execute(db);
  return rows[0] ?? { day: 0n, week: 0n, month: 0n };
}
