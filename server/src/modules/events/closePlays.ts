import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';

const INTERVAL_MS = 60_000;
const BATCH = 200;

/** Ends sessions of seamless games whose time is over, so that their sums are told; no bet comes through them any more. */
export function closePlays({ db }: AppContext): Job {
  return {
    name: 'plays',
    intervalMs: INTERVAL_MS,
    run: async () => {
      const { numAffectedRows = 0n } = await sql`
        update game_session set ended_at = site.clock_timestamp() where id in (
          select id from game_session where ended_at is null and expires_at < site.now()
          limit ${BATCH} for update skip locked)`.execute(db);
      return Number(numAffectedRows);
    },
  };
}
