import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { PauseRow } from '../protection/pauseRow.ts';
import { openLimitedSessions } from './limitedSessions.ts';

/**
 * Ends an exclusion whose entry in the central register was wrong. Other exclusions of the member still hold.
 * @throws AppError NO_DATA if the member has no such open entry
 */
export async function endWrongEntry(trx: Trx, memberId: bigint, pauseId: bigint): Promise<PauseRow> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute();
  const ended = await trx
    .updateTable('pause')
    .set({ ended_at: sql<Date>`now()`, end_cause: 'WRONG_ENTRY' })
    .where('id', '=', pauseId)
    .where('member_id', '=', memberId)
    .where('source', '=', 'register')
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (ended === undefined) throw new AppError('NO_DATA');
  await openLimitedSessions(trx, memberId);
  return ended;
}
