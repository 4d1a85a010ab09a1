import { WALLET } from '@krapao/contract/walletCode';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { claimDue, type LeasedRow, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import { type Ladder, putBack, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { lockMember } from '../bonus/bonusRow.ts';
import { endBonusAtOnce } from '../bonus/cancelBonus.ts';
import { readTotal } from '../bonus/memberTotal.ts';
import { type AskedBalance, askBalances } from '../games/askBalances.ts';
import { notePausedLinks } from '../links/noteLinked.ts';
import { startCollection } from '../transfers/startTransfer.ts';
import { logOutOfGames } from './logOutOfGames.ts';

/** Name of the job that closes games. */
export const CLOSING_JOB = 'game-closings';

const CLOSINGS: LeasedWork<'game_closing'> = {
  job: CLOSING_JOB,
  table: 'game_closing',
  key: ['member_id'],
};
const AT_ONCE = 10;
/** Seconds. A game that does not answer, or an order that an operator settles, may take days. */
const LADDER: Ladder = { waits: [1, 2, 4, 10, 30, 120, 600, 3_600], isEndless: true };

/** Closes the games of members who stopped playing. */
export function closingJobs(context: AppContext): Job[] {
  return [
    {
      name: CLOSINGS.job,
      due: rowIsDue(CLOSINGS),
      run: async () => {
        const claimed = await claimDue(context, CLOSINGS, {
          limit: AT_ONCE,
          set: { attempts: sql`leased.attempts + 1` },
        });
        return workOnEach(context, CLOSINGS, claimed, (row) => closeGamesOf(context, row));
      },
    },
  ];
}

async function closeGamesOf(context: AppContext, row: LeasedRow<'game_closing'>): Promise<void> {
  const { member_id: memberId } = row;
  await logOutOfGames(context, memberId);
  const asked = await askBalances(context, memberId);
  // A log-in may have linked another account at the moment at which the pause began.
  await context.db.transaction().execute((trx) => notePausedLinks(trx, memberId));
  const end = await underFence(context, CLOSINGS, row, async (trx, lock) => {
    // Who begins a pause locks in this order.
    await lockMember(trx, memberId);
    await lock();
    if (await isClosed(trx, context, row, asked).catch(notYet)) {
      await trx.deleteFrom('game_closing').where('member_id', '=', memberId).execute();
      return 'done';
    }
    await putBack(trx, CLOSINGS, row, waitAfter(LADDER, row.attempts) ?? 0);
    return 'retried';
  });
  if (end !== 'overtaken') context.wakeJob('transfers');
}

/** A second collection within seconds is refused, as a member's is. */
function notYet(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}

/** Starts what still has to happen. @returns whether nothing is left to do */
async function isClosed(
  trx: Trx,
  context: AppContext,
  { member_id: memberId, ends_bonus }: LeasedRow<'game_closing'>,
  asked: readonly AskedBalance[],
): Promise<boolean> {
  const games = asked.flatMap(({ provider, available }) =>
    available !== undefined && available > 0n ? [{ provider, amount: available }] : [],
  );
  const total = await readTotal(trx, memberId);
  if (total.isMoving) return false;
  if (games.length > 0) {
    await startCollection(trx, context.providers, memberId, { to: WALLET, games, fromWallet: 0n }, undefined);
    return false;
  }
  if (ends_bonus && !(await endBonusAtOnce(trx, memberId))) return false;
  return total.games === 0n && !total.isStale;
}
