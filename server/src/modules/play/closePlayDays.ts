import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { leaseEnd } from '../../jobs/leaseOf.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { leaveOutHouseMoney } from './leaveOutHouseMoney.ts';
import { storePlay } from './playFigures.ts';

const AGAIN_SECONDS = [10, 30, 60, 300, 900, 3_600];
const PLAN_MS = 60_000;
const CLOSE_MS = 1_000;

type Context = Pick<AppContext, 'db' | 'providers' | 'settings' | 'config'>;

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
    { name: 'close-play-days', intervalMs: CLOSE_MS, run: () => closeNextDay(context, onClosed) },
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
      select provider, min((created_at at time zone 'Asia/Bangkok')::date) as since from game_account group by provider
    ) g
    cross join lateral generate_series(
      greatest(g.since, ${yesterday}::date - ${daysBack}::integer + 1), ${yesterday}::date, interval '1 day') as d(day)
    on conflict do nothing`.execute(db);
}

/** Asks a provider for the figures of one due day, and closes the day if it answers. @returns how many days */
async function closeNextDay({ db, providers, config }: Context, onClosed: OnClosed): Promise<number> {
  const { rows } = await sql<{ provider: string; day: string; attempts: number }>`
    update play_close set attempts = attempts + 1, due_at = ${leaseEnd(config.leaseSeconds)}
    where (provider, day) in (
      select provider, day from play_close where due_at <= now() order by due_at limit 1 for update skip locked)
    returning provider, day::text as day, attempts`.execute(db);
  const due = rows[0];
  if (due === undefined) return 0;
  const { provider, day } = due;
  const told = await providers.game(provider).turnover(day);
  if (told.status !== 'ok') {
    const seconds = AGAIN_SECONDS[Math.min(due.attempts, AGAIN_SECONDS.length) - 1] ?? 0;
    await sql`
      update play_close set reason = ${told.status === 'manual' ? 'MANUAL' : told.reason},
        due_at = now() + make_interval(secs => ${seconds})
      where provider = ${provider} and day = ${day}::date and closed_at is null`.execute(db);
    return 1;
  }
  await db.transaction().execute(async (trx) => {
    // One day at a time, so that closing its last provider sees all the others closed.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.play.${day}`}, 0))`.execute(trx);
    // A job whose lease was taken over finds the day closed and changes nothing.
    const { rows: open } = await sql`
      select from play_close where provider = ${provider} and day = ${day}::date and closed_at is null for update
    `.execute(trx);
    if (open.length === 0) return;
    await storePlay(trx, provider, day, told.players);
    await sql`
      update play_close set closed_at = now(), due_at = null, reason = null
      where provider = ${provider} and day = ${day}::date`.execute(trx);
    await leaveOutHouseMoney(trx, day);
    await onClosed(trx, day);
  });
  return 1;
}
