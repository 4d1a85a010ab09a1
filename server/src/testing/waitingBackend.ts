import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { until } from './moneyWorld.ts';

/** Waits until another backend of this database waits for a lock: a call has come to where the test holds it up. */
export async function waitingBackend(owner: Db): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    return (rows[0]?.waiting ?? 0) > 0;
  });
}
