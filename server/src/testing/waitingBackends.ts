import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { until } from './moneyWorld.ts';

/**
 * Waits until this many backends of the database wait for a lock: then the calls have reached the point where the test
 * blocks them.
 */
export async function waitingBackends(owner: Db, count = 1): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    return (rows[0]?.waiting ?? 0) >= count;
  });
}
