import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { until } from './moneyWorld.ts';

/** Waits until so many backends of this database wait for a lock: calls have come to where the test holds them up. */
export async function waitingBackends(owner: Db, count = 1): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    return (rows[0]?.waiting ?? 0) >= count;
  });
}
