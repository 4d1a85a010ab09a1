import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { SENDER } from './streams.ts';

const INTERVAL_MS = 1_000;
const BATCH = 500;

/**
 * Gives events that are committed their positions, one node at a time. So whoever reads on from a position misses none,
 * whichever transaction commits first.
 */
export function publishJob({ db, wakeJob }: AppContext): Job {
  return {
    name: 'events',
    intervalMs: INTERVAL_MS,
    run: async () => {
      const { rows } = await sql<{ published: number }>`select publish_events(${BATCH}) as published`.execute(
        db,
      );
      const published = rows[0]?.published ?? 0;
      if (published > 0) wakeJob(SENDER);
      return published;
    },
  };
}
