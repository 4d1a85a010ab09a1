import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { openLinked } from '../links/noteLinked.ts';
import { stopClosing } from '../protection/closeGames.ts';
import { openPauses, type PauseRow } from '../protection/pauseRow.ts';
import { openLimitedSessions } from './limitedSessions.ts';
import { notifyOfEnd } from './notifyOfEnd.ts';

/**
 * A row of `pause` that may have begun by mistake: an entry of the central register, and within 24 hours what an operator
 * began, and a member's break. What a member chose as an exclusion is nobody's to end.
 */
export const MAY_BE_WRONG = sql<boolean>`(ended_at is null and (source = 'register'
  or began_at > site.now() - interval '24 hours' and (source = 'operator' or kind = 'break')))`;

/**
 * Ends a break or an exclusion that began by mistake. Others of the member still hold.
 * @throws AppError NO_DATA if the member has no such pause, or it may not be ended any more
 */
export async function endWrongEntry(trx: Trx, memberId: bigint, pauseId: bigint): Promise<PauseRow> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute();
  const ended = await trx
    .updateTable('pause')
    .set({ ended_at: sql<Date>`site.now()`, end_cause: 'WRONG_ENTRY', due_at: null })
    .where('id', '=', pauseId)
    .where('member_id', '=', memberId)
    .where(MAY_BE_WRONG)
    .returningAll()
    .executeTakeFirst();
  if (ended === undefined) throw new AppError('NO_DATA');
  await openLinked(trx, [ended.id]);
  if (ended.kind === 'exclusion') await openLimitedSessions(trx, memberId);
  else if ((await openPauses(trx, memberId)).length === 0) {
    await stopClosing(trx, memberId);
    await notifyOfEnd(trx, memberId, 'breakEnded');
  }
  return ended;
}
