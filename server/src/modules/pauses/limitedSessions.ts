import type { Trx } from '../../database/connect.ts';
import { stopClosing } from '../protection/closeGames.ts';
import { isExcluded, openPauses } from '../protection/pauseRow.ts';
import { notifyOfEnd } from './notifyOfEnd.ts';

/**
 * Opens the member's limited sessions to every call, and tells of the end, if no exclusion holds any more. Call it with
 * the member locked, after an exclusion has ended.
 */
export async function openLimitedSessions(trx: Trx, memberId: bigint): Promise<void> {
  if (await isExcluded(trx, memberId)) return;
  await trx.updateTable('session').set({ is_limited: false }).where('member_id', '=', memberId).execute();
  if ((await openPauses(trx, memberId)).length === 0) await stopClosing(trx, memberId);
  await notifyOfEnd(trx, memberId, 'exclusionEnded');
}
