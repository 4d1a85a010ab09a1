import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import { putBack } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { askBalances } from '../games/askBalances.ts';
import { refreshPlay } from '../play/playFigures.ts';
import { BONUS_JOB, endIfDecided } from './endBonus.ts';
import { grantChosenPromotions } from './promotionChoice.ts';

const BONUSES: LeasedWork<'member_bonus'> = { job: BONUS_JOB, table: 'member_bonus', key: ['id'] };
const AT_ONCE = 10;

/** Checks active bonuses against balances, and gives chosen promotions after their deposit. */
export function bonusJobs(context: AppContext): Job[] {
  return [
    { name: BONUS_JOB, due: rowIsDue(BONUSES), run: () => judgeDueBonuses(context) },
    {
      name: 'promotions',
      due: sql<boolean>`exists (select from promotion_choice)`,
      run: (signal) => grantChosenPromotions(context, signal),
    },
  ];
}

/** Asks the games about due bonuses, and decides. @returns how many */
async function judgeDueBonuses(context: AppContext): Promise<number> {
  const { db, metrics, settings } = context;
  return workOnEach(context, BONUSES, await claimDue(context, BONUSES, { limit: AT_ONCE }), async (bonus) => {
    const { member_id: memberId } = bonus;
    await askBalances(context, memberId);
    if (bonus.turnover_bps > 0) await refreshPlay(context, memberId);
    const isOurs = await db.transaction().execute(async (trx) => {
      // Judged by what is so now, whoever asked: no answer is carried into it, and it needs no fence.
      const isEnded = await endIfDecided(trx, memberId);
      return (await putBack(trx, BONUSES, bonus, settings.get('bonus').checkSeconds)) || isEnded;
    });
    metrics.countLease(BONUS_JOB, isOurs ? 'done' : 'fence_lost');
  });
}
