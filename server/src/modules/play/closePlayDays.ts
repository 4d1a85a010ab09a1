import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { claimDue, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import { giveBack, type Ladder, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { placeOfLeg } from '../games/gamePlace.ts';
import { bookDay, type OnClosed } from './bookDay.ts';
import { LAST_AT_OTHERS, SINCE, WHEN_OVER } from './houseDays.ts';
import { hasOpenRounds, isSeamlessDay } from './openRounds.ts';

const DAYS: LeasedWork<'play_close'> = {
  job: 'close-play-days',
  table: 'play_close',
  key: ['id'],
};
const ASK_AGAIN: Ladder = { waits: [10, 30, 60, 300, 900, 3_600], isEndless: true };
/** A round that ends late counts on the day when it began, if that day is still open. */
const ROUNDS_AGAIN_SECONDS = 300;
const PLAN_MS = 60_000;

type Context = Pick<AppContext, 'db' | 'providers' | 'settings' | 'config' | 'metrics' | 'log'>;

/** Closes the providers' days in Bangkok when their figures are available; refunds and invite shares depend on them. */
export function playJobs(context: AppContext, onClosed: OnClosed): Job[] {
  return [
    {
      name: 'plan-play-days',
      intervalMs: PLAN_MS,
      run: async () => {
        await planDays(context, clock.date());
        return 0;
      },
    },
    { name: DAYS.job, due: rowIsDue(DAYS), run: () => closeNextDay(context, onClosed) },
  ];
}

/**
 * Stores which days of which providers are over and must be closed, each at the house where the game was played: days
 * before it came to its house belong to the houses before.
 */
export async function planDays(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  time: Date,
): Promise<void> {
  const { closeAfterMinutes, daysBack } = settings.get('play');
  const yesterday = bangkokDay(new Date(time.getTime() - closeAfterMinutes * 60_000), 1);
  await sql`
    with over as (
      update play_close set due_at = site.now() where due_at = ${WHEN_OVER} and day <= ${yesterday}::date
    )
    insert into play_close (provider, day, connection_id, external_code)
    select g.code, d.day::date, g.connection_id, g.external_code
    from game_provider g
    cross join lateral (select ${SINCE} as since) s
    cross join lateral generate_series(
      greatest(s.since, ${LAST_AT_OTHERS}, ${yesterday}::date - ${daysBack}::integer + 1),
      least((g.retired_at at time zone 'Asia/Bangkok')::date, ${yesterday}::date), interval '1 day') as d(day)
    where s.since is not null
    on conflict do nothing`.execute(db);
}

/**
 * Asks a house for the figures of one due day, and closes the day if it answers. A day that a house never tells of, and
 * one of a house that was removed, stays open for its members until an operator decides, since unknown play is not zero;
 * it keeps no other house's day. @returns how many days
 */
async function closeNextDay(context: Context, onClosed: OnClosed): Promise<number> {
  const due = await claimDue(context, DAYS, {
    limit: 1,
    set: { attempts: sql`due.attempts + 1` },
    returning: { day: sql<string>`leased.day::text` },
  });
  return workOnEach(context, DAYS, due, async (row) => {
    const leaveUntold = (reason: string) =>
      underFence(context, DAYS, row, async (trx, lock) => {
        await lock();
        await trx
          .updateTable('play_close')
          .set({ untold_at: sql<Date>`site.now()`, due_at: null, reason })
          .where('id', '=', row.id)
          .execute();
        return 'gave_up';
      });
    // What members bet from their wallets is known here: nobody is asked.
    if (await isSeamlessDay(context.db, row)) {
      if (await hasOpenRounds(context, row))
        return giveBack(context, DAYS, row, {
          end: 'retried',
          seconds: ROUNDS_AGAIN_SECONDS,
          set: { reason: 'OPEN_ROUNDS' },
        });
      return underFence(context, DAYS, row, async (trx, lock) => {
        await bookDay(trx, { ...row, lock }, { players: undefined, onClosed });
        return 'done';
      });
    }
    if (!(await isStillThere(context.db, row.connection_id))) return leaveUntold('CONNECTION_REMOVED');
    const told = await context.providers.game(placeOfLeg(row)).turnover?.(row.day);
    if (told === undefined) return leaveUntold('NOT_TOLD');
    if (told.status !== 'ok') {
      const reason = told.status === 'manual' ? 'MANUAL' : told.reason;
      const seconds = waitAfter(ASK_AGAIN, row.attempts) ?? 0;
      return giveBack(context, DAYS, row, { end: 'retried', seconds, set: { reason } });
    }
    return underFence(context, DAYS, row, async (trx, lock) => {
      await bookDay(trx, { ...row, lock }, { players: told.players, onClosed });
      return 'done';
    });
  });
}

/** Whether the operators' connection still exists; the sandbox's house always does. */
async function isStillThere(db: Db, connectionId: string | null): Promise<boolean> {
  if (connectionId === null) return true;
  const found = await db
    .selectFrom('connection')
    .select('id')
    .where('id', '=', connectionId)
    .executeTakeFirst();
  return found !== undefined;
}
