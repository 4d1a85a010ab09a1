import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { openLinked } from '../links/noteLinked.ts';
import { openLimitedSessions } from './limitedSessions.ts';

/**
 * Asks to return after every exclusion of the member is over; a day of thought begins (protection.md 14).
 * @throws AppError PAUSE_HOLDS (one is not over, or none is there, or it was asked before)
 */
export async function askToReturn(trx: Trx, memberId: bigint): Promise<void> {
  const exclusions = await lockExclusions(trx, memberId);
  const isOver = exclusions.every(({ is_over }) => is_over);
  if (!isOver || exclusions.every(({ return_asked_at }) => return_asked_at !== null))
    throw new AppError('PAUSE_HOLDS');
  await trx
    .updateTable('pause')
    .set({ return_asked_at: sql<Date>`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'exclusion')
    .where('ended_at', 'is', null)
    .where('return_asked_at', 'is', null)
    .execute();
}

/**
 * The positive act that ends the member's exclusions, after the day of thought. @param hours of thought, of the pack
 * @throws AppError PAUSE_HOLDS
 */
export async function confirmReturn(trx: Trx, memberId: bigint, hours: number): Promise<void> {
  const exclusions = await lockExclusions(trx, memberId);
  const isThoughtOver = sql<boolean>`return_asked_at + make_interval(hours => ${hours}::int) <= site.clock_timestamp()`;
  const ended = await trx
    .updateTable('pause')
    .set({ ended_at: sql<Date>`site.clock_timestamp()`, end_cause: 'RETURNED' })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'exclusion')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`until_at <= site.clock_timestamp()`)
    .where(isThoughtOver)
    .returning('id')
    .execute();
  if (ended.length === 0 || ended.length < exclusions.length) throw new AppError('PAUSE_HOLDS');
  await openLinked(
    trx,
    ended.map(({ id }) => id),
  );
  await openLimitedSessions(trx, memberId);
}

/** The exclusions that hold, with the member locked. */
async function lockExclusions(trx: Trx, memberId: bigint) {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute();
  return trx
    .selectFrom('pause')
    .select([
      'id',
      'return_asked_at',
      sql<boolean>`coalesce(until_at <= site.clock_timestamp(), false)`.as('is_over'),
    ])
    .where('member_id', '=', memberId)
    .where('kind', '=', 'exclusion')
    .where('ended_at', 'is', null)
    .execute();
}
