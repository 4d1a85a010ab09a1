import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { dueNow } from '../../jobs/leasedWork.ts';
import { isBarred } from './levels/bars.ts';
import { HOLDS } from './pauseRow.ts';

/**
 * Closes the member's games: they are logged out where a game's maker can, and the money that is there comes back to the
 * wallet, as often as it takes. @param endsBonus the bonus ends as well, and leaves the member's own money (decision 145)
 */
export async function closeGames(
  trx: Trx,
  memberId: bigint,
  { endsBonus }: { endsBonus: boolean },
): Promise<void> {
  await trx
    .insertInto('game_closing')
    .values({ member_id: memberId, ends_bonus: endsBonus })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable('game_closing')
    .set({
      ends_bonus: sql<boolean>`ends_bonus or ${endsBonus}`,
      asked_at: sql<Date>`site.clock_timestamp()`,
      attempts: 0,
      ...dueNow(),
    })
    .where('member_id', '=', memberId)
    .execute();
}

/** What closes play until the games of a member who stopped are closed, or null: a launch would keep the money there. */
export async function closedByClosing(db: Db | Trx, memberId: bigint): Promise<AppError | null> {
  const closing = await db
    .selectFrom('game_closing')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return closing === undefined ? null : new AppError('GAMES_CLOSING');
}

/** Closes the games of a member whose play a finding bars; of others nothing. The bonus stays: an operator may dismiss it. */
export async function closeBarredGames(trx: Trx, memberId: bigint): Promise<void> {
  if (await isBarred(trx, memberId, 'play')) await closeGames(trx, memberId, { endsBonus: false });
}

/** Leaves the games of a member open whose pause is over; of a paused or barred member they are closed. */
export async function stopClosing(db: Db | Trx, memberId: bigint): Promise<void> {
  if (await isBarred(db, memberId, 'play')) return;
  await db
    .deleteFrom('game_closing')
    .where('member_id', '=', memberId)
    .where(sql<boolean>`not ${PAUSED}`)
    .execute();
}

const PAUSED = sql`exists (select from pause where member_id = game_closing.member_id and ${HOLDS})`;
