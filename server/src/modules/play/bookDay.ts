import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { PlayerTurnover } from '../../providers/gameProvider.ts';
import { leaveOutHouseMoney } from './leaveOutHouseMoney.ts';
import { closePlay } from './playFigures.ts';

/** Further calculations for a day, in the transaction that closes it at a house. `day`: YYYY-MM-DD */
export type OnClosed = (trx: Trx, day: string) => Promise<void>;

/** A day of a game at one house; `lock` locks its row. */
interface HouseDay {
  id: bigint;
  provider: string;
  day: string;
  lock: () => Promise<unknown>;
}

/**
 * Closes a day at a house with its figures, and calculates what depends on the day. @param players undefined if an operator
 * closes it without them
 */
export async function bookDay(
  trx: Trx,
  { id, provider, day, lock }: HouseDay,
  { players, onClosed }: { players: readonly PlayerTurnover[] | undefined; onClosed: OnClosed },
): Promise<void> {
  // One day at a time, so that closing its last house sees all the others closed.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.play.${day}`}, 0))`.execute(trx);
  await lock();
  await closePlay(trx, { id, provider, day }, players);
  await trx
    .updateTable('play_close')
    .set({ closed_at: sql<Date>`site.now()`, untold_at: null, due_at: null, reason: null })
    .where('id', '=', id)
    .execute();
  await leaveOutHouseMoney(trx, day);
  await onClosed(trx, day);
}
