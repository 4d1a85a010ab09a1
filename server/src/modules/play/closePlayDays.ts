import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { claimDue, type LeasedWork, workOnEach } from '../../jobs/leasedWork.ts';
import { giveBack, type Ladder, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { readPlace } from '../games/gamePlace.ts';
import { leaveOutHouseMoney } from './leaveOutHouseMoney.ts';
import { storePlay } from './playFigures.ts';

const DAYS: LeasedWork<'play_close'> = {
  job: 'close-play-days',
  table: 'play_close',
  key: ['provider', 'day'],
};
const ASK_AGAIN: Ladder = { waits: [10, 30, 60, 300, 900, 3_600], isEndless: true };
const PLAN_MS = 60_000;
const CLOSE_MS = 1_000;

type Context = Pick<AppContext, 'db' | 'providers' | 'settings' | 'config' | 'metrics' | 'log'>;

/** Further calculations for a day, in the transaction that closes it at a provider. `day`: YYYY-MM-DD */
type OnClosed = (trx: Trx, day: string) => Promise<void>;

/** Closes the providers' days in Bangkok when their figures are available; refunds and invite shares depend on them. */
export function playJobs(context: AppContext, onClosed: OnClosed): Job[] {
  return [
    {
      name: 'plan-play-days',
      intervalMs: PLAN_MS,
      run: async () => {
        await planDays(context, new Date());
        return 0;
      },
    },
    { name: DAYS.job, intervalMs: CLOSE_MS, run: () => closeNextDay(context, onClosed) },
  ];
}

/** Stores which days of which providers are over and must be closed. */
export async function planDays(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  time: Date,
): Promise<void> {
  const { closeAfterMinutes, daysBack } = settings.get('play');
  const yesterday = bangkokDay(new Date(time.getTime() - closeAfterMinutes * 60_000), 1);
  await sql`
    insert into play_close (provider, day)
    select g.provider, d.day::date
    from (
      select a.provider, min((a.created_at at time zone 'Asia/Bangkok')::date) as since,
        (p.retired_at at time zone 'Asia/Bangkok')::date as until
      from game_account a join game_provider p on p.code = a.provider group by a.provider, p.retired_at
    ) g
    cross join lateral generate_series(
      greatest(g.since, ${yesterday}::date - ${daysBack}::integer + 1), least(g.until, ${yesterday}::date), interval '1 day') as d(day)
    on conflict do nothing`.execute(db);
}

/**
 * Asks a provider for the figures of one due day, and closes the day if it answers. A day that a provider never tells of
 * stays open for its members, since unknown play is not zero, and keeps no other provider's day. @returns how many days
 */
async function closeNextDay(context: Context, onClosed: OnClosed): Promise<number> {
  const due = await claimDue(context, DAYS, {
    limit: 1,
    set: { attempts: sql`due.attempts + 1` },
    returning: { day: sql<string>`leased.day::text` },
  });
  return workOnEach(context, DAYS, due, async (row) => {
    const { provider, day } = row;
    const told = await context.providers.game(await readPlace(context.db, provider)).turnover?.(day);
    if (told === undefined) {
      await underFence(context, DAYS, row, async (trx, lock) => {
        await lock();
        await sql`
          update play_close set untold_at = now(), due_at = null, reason = 'NOT_TOLD'
          where provider = ${provider} and day = ${day}::date`.execute(trx);
        return 'gave_up';
      });
      return;
    }
    if (told.status !== 'ok') {
      const reason = told.status === 'manual' ? 'MANUAL' : told.reason;
      const seconds = waitAfter(ASK_AGAIN, row.attempts) ?? 0;
      return giveBack(context, DAYS, row, { end: 'retried', seconds, set: { reason } });
    }
    await underFence(context, DAYS, row, async (trx, lock) => {
      // One day at a time, so that closing its last provider sees all the others closed.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.play.${day}`}, 0))`.execute(trx);
      await lock();
      await storePlay(trx, provider, day, told.players);
      await sql`
        update play_close set closed_at = now(), due_at = null, reason = null
        where provider = ${provider} and day = ${day}::date`.execute(trx);
      await leaveOutHouseMoney(trx, day);
      await onClosed(trx, day);
      return 'done';
    });
  });
}
