import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { lockMember } from '../bonus/bonusRow.ts';
import { openLinked } from '../links/noteLinked.ts';
import { stopClosing } from '../protection/closeGames.ts';
import { openPauses } from '../protection/pauseRow.ts';
import { notifyOfEnd } from './notifyOfEnd.ts';

const BREAKS: LeasedWork<'pause'> = { job: 'breaks', table: 'pause', key: ['id'] };
const AT_ONCE = 50;

/** Notes that breaks are over, and tells their members; what they close opens by the clock. */
export function pauseJobs(context: AppContext): Job[] {
  return [
    {
      name: BREAKS.job,
      due: rowIsDue(BREAKS),
      run: async () => {
        const claimed = await claimDue(context, BREAKS, { limit: AT_ONCE });
        return workOnEach(context, BREAKS, claimed, (row) =>
          underFence(context, BREAKS, row, async (trx, lock) => {
            const { id, member_id: memberId } = row;
            // Who begins a pause locks in this order.
            await lockMember(trx, memberId);
            await lock();
            await trx
              .updateTable('pause')
              .set({ ended_at: sql<Date>`until_at`, end_cause: 'OVER', due_at: null })
              .where('id', '=', id)
              .execute();
            await openLinked(trx, [id]);
            if ((await openPauses(trx, memberId)).length === 0) {
              await stopClosing(trx, memberId);
              await notifyOfEnd(trx, memberId, 'breakEnded');
            }
            return 'done';
          }),
        );
      },
    },
  ];
}
