import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { inParallel } from '../../jobs/inParallel.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { askBalances } from '../games/askBalances.ts';
import { refreshPlay } from '../play/playFigures.ts';
import { BONUS_JOB, endIfDecided } from './endBonus.ts';
import { grantChosenPromotions } from './promotionChoice.ts';

const AT_ONCE = 10;
const INTERVAL_MS = 1_000;

/** Checks active bonuses against balances, and gives chosen promotions after their deposit. */
export function bonusJobs(context: AppContext): Job[] {
  return [
    { name: BONUS_JOB, intervalMs: INTERVAL_MS, run: () => judgeDueBonuses(context) },
    {
      name: 'promotions',
      intervalMs: INTERVAL_MS,
      run: () => grantChosenPromotions(context),
    },
  ];
}

/** Claims due bonuses by moving their due time ahead, asks the games, and decides. @returns how many */
async function judgeDueBonuses(context: AppContext): Promise<number> {
  const { checkSeconds } = context.settings.get('bonus');
  const { rows } = await sql<{ member_id: bigint; turnover_bps: number }>`
    update member_bonus set due_at = now() + make_interval(secs => ${checkSeconds})
    where id in (select id from member_bonus where due_at <= now() order by due_at limit ${AT_ONCE} for update skip locked)
    returning member_id, turnover_bps`.execute(context.db);
  await inParallel(rows, AT_ONCE, async ({ member_id: memberId, turnover_bps: turnoverBps }) => {
    try {
      await askBalances(context, memberId);
      if (turnoverBps > 0) await refreshPlay(context, memberId);
      await context.db.transaction().execute((trx) => endIfDecided(trx, memberId));
    } catch (error) {
      context.log.error({ err: error, memberId: memberId.toString() }, 'bonus not judged');
    }
  });
  return rows.length;
}
