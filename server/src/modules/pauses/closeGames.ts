import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { claimDue, dueNow, type LeasedRow, type LeasedWork, workOnEach } from '../../jobs/leasedWork.ts';
import { type Ladder, putBack, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { within } from '../../within.ts';
import { lockMember } from '../bonus/bonusRow.ts';
import { endBonusAtOnce } from '../bonus/cancelBonus.ts';
import { readTotal } from '../bonus/memberTotal.ts';
import { type AskedBalance, askBalances } from '../games/askBalances.ts';
import { listGameAccounts } from '../games/gameAccount.ts';
import { readPlaces, requirePlace } from '../games/gamePlace.ts';
import { WALLET } from '../transfers/gameTransfer.ts';
import { startCollection } from '../transfers/startTransfer.ts';

const CLOSINGS: LeasedWork<'game_closing'> = {
  job: 'game-closings',
  table: 'game_closing',
  key: ['member_id'],
};
const INTERVAL_MS = 1_000;
const AT_ONCE = 10;
const KICKED_WITHIN_MS = 3_000;
/** Seconds. A game that does not answer, or an order that an operator settles, may take days. */
const LADDER: Ladder = { waits: [1, 2, 4, 10, 30, 120, 600, 3_600], isEndless: true };

/**
 * Closes the member's games: they are logged out where a game's maker can, and the money that is there comes back to the
 * wallet, as often as it takes. @param endsBonus the bonus ends as well, and leaves the member's own money (decision 145)
 */
export async function closeGames(
  trx: Trx,
  memberId: bigint,
  { endsBonus }: { endsBonus: boolean },
): Promise<void> {
  await trx
    .insertInto('game_closing')
    .values({ member_id: memberId, ends_bonus: endsBonus })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable('game_closing')
    .set({
      ends_bonus: sql<boolean>`ends_bonus or ${endsBonus}`,
      asked_at: sql<Date>`clock_timestamp()`,
      attempts: 0,
      ...dueNow(),
    })
    .where('member_id', '=', memberId)
    .execute();
}

/** Leaves the member's games open again. */
export async function stopClosing(trx: Trx, memberId: bigint): Promise<void> {
  await trx.deleteFrom('game_closing').where('member_id', '=', memberId).execute();
}

/** Closes the games of members who stopped playing. */
export function closingJobs(context: AppContext): Job[] {
  return [
    {
      name: CLOSINGS.job,
      intervalMs: INTERVAL_MS,
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
  await kick(context, memberId);
  const asked = await askBalances(context, memberId);
  const end = await underFence(context, CLOSINGS, row, async (trx, lock) => {
    // Who begins a pause locks in this order.
    await lockMember(trx, memberId);
    await lock();
    if (await isClosed(trx, context, row, asked).catch(notYet)) {
      await stopClosing(trx, memberId);
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

/** Ends the member's running game sessions, where the games' makers can. */
async function kick({ db, providers }: AppContext, memberId: bigint): Promise<void> {
  const accounts = await listGameAccounts(db, memberId);
  const places = await readPlaces(
    db,
    accounts.map(({ provider }) => provider),
  );
  await Promise.all(
    accounts.map(({ provider, username }) =>
      within(
        KICKED_WITHIN_MS,
        Promise.resolve(providers.game(requirePlace(places, provider)).kick?.(username)),
      ),
    ),
  );
}
