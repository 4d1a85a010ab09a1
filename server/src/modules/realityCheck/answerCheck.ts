import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { dueNow } from '../../jobs/leasedWork.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { closeGames } from '../protection/closeGames.ts';
import { endPlay } from '../protection/playTime.ts';

/**
 * Answers a check that is due; without one `continue` changes nothing. `stop` ends play and closes the games, and play
 * waits until they are closed. It does not start the clock anew: who plays again soon has not stopped.
 */
export async function answerCheck(trx: Trx, memberId: bigint, answer: 'continue' | 'stop'): Promise<void> {
  await trx
    .updateTable('reality_check')
    .set({ asked_at: null, answered_at: sql<Date>`site.clock_timestamp()`, ...dueNow() })
    .where('member_id', '=', memberId)
    .where('asked_at', 'is not', null)
    .execute();
  if (answer === 'continue') return;
  await endPlay(trx, memberId);
  await closeGames(trx, memberId, { endsBonus: false });
}

/** Chooses the minutes between two checks; play that has begun is measured anew. @throws AppError PAUSE_UNKNOWN */
export async function chooseMinutes(
  trx: Trx,
  memberId: bigint,
  minutes: number,
  { realityCheck }: SettingValue<'protection'>,
): Promise<void> {
  if (!realityCheck.minutes.includes(minutes)) throw new AppError('PAUSE_UNKNOWN');
  await trx
    .insertInto('reality_check')
    .values({ member_id: memberId, minutes })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ minutes }))
    .execute();
  await trx
    .updateTable('reality_check')
    .set(dueNow())
    .where('member_id', '=', memberId)
    .where('due_at', 'is not', null)
    .execute();
}
