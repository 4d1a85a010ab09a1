import { holds } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedRow, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { askBalances } from '../games/askBalances.ts';
import { logOutOfGames } from '../pauses/logOutOfGames.ts';

/** Name of the job that asks members who play. */
export const REALITY_JOB = 'reality-checks';

const CHECKS: LeasedWork<'reality_check'> = { job: REALITY_JOB, table: 'reality_check', key: ['member_id'] };
const AT_ONCE = 20;

/** Asks members who have played for their minutes (protection.md 15), and logs them out of their games meanwhile. */
export function realityCheckJobs(context: AppContext): Job[] {
  return [
    {
      name: REALITY_JOB,
      due: rowIsDue(CHECKS),
      run: async () => {
        const claimed = await claimDue(context, CHECKS, { limit: AT_ONCE });
        return workOnEach(context, CHECKS, claimed, (row) => ask(context, row));
      },
    },
  ];
}

async function ask(context: AppContext, row: LeasedRow<'reality_check'>): Promise<void> {
  const pack = context.settings.get('protection');
  const { member_id: memberId } = row;
  const minutes = row.minutes ?? pack.realityCheck.usualMinutes;
  const next = sql<Date>`greatest(since, answered_at) + make_interval(mins => ${minutes}::int)`;
  let isAsked = false;
  await underFence(context, CHECKS, row, async (trx, lock) => {
    await lock();
    const playing = await trx
      .selectFrom('play_session')
      .select('id')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const isOver = playing === undefined || !holds(pack, 'realityCheck');
    const { asked_at } = await trx
      .updateTable('reality_check')
      .set(
        isOver
          ? { due_at: null }
          : {
              asked_at: sql<Date | null>`case when ${next} <= site.clock_timestamp() then site.clock_timestamp() end`,
              due_at: sql<Date | null>`case when ${next} > site.clock_timestamp() then ${next} end`,
            },
      )
      .where('member_id', '=', memberId)
      .returning('asked_at')
      .executeTakeFirstOrThrow();
    isAsked = asked_at !== null;
    return 'done';
  });
  if (!isAsked) return;
  await logOutOfGames(context, memberId);
  // What the member is told of the result counts what games hold now.
  await askBalances(context, memberId);
}
