import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { dueNow } from '../../jobs/leasedWork.ts';

/** Who begins again so soon has not stopped: their time is counted on. */
const SAME_PLAY = sql`interval '15 minutes'`;

/**
 * Starts the clock of a member's reality checks (protection.md 15), called when their play begins. Time goes on being
 * counted from before if they stopped only shortly, or owe an answer.
 */
export async function startClock(db: Db | Trx, memberId: bigint): Promise<void> {
  await db
    .insertInto('reality_check')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const isSame = sql<boolean>`since is not null and exists (
    select from play_session p where p.member_id = ${memberId} and p.ended_at > site.clock_timestamp() - ${SAME_PLAY})`;
  const inGames = sql<bigint>`(select coalesce(sum(amount), 0)::bigint from game_account where member_id = ${memberId})`;
  await db
    .updateTable('reality_check')
    .set({
      since: sql<Date>`case when ${isSame} then since else site.clock_timestamp() end`,
      began_with: sql<bigint>`case when ${isSame} then began_with else ${inGames} end`,
      answered_at: sql<Date | null>`case when ${isSame} then answered_at end`,
      ...dueNow(),
    })
    .where('member_id', '=', memberId)
    .where('asked_at', 'is', null)
    .execute();
}

/** Stops the clock: play is over, and no answer is owed. */
export async function stopClock(trx: Trx, memberId: bigint): Promise<void> {
  await trx
    .updateTable('reality_check')
    .set({ asked_at: null, answered_at: null, since: null, began_with: null, due_at: null })
    .where('member_id', '=', memberId)
    .execute();
}

/** What closes play until the member has answered a reality check, or null. */
export async function closedByRealityCheck(db: Db | Trx, memberId: bigint): Promise<AppError | null> {
  const asked = await db
    .selectFrom('reality_check')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('asked_at', 'is not', null)
    .executeTakeFirst();
  return asked === undefined ? null : new AppError('REALITY_CHECK_DUE');
}
