import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

const CLOCKS = [
  ['now', 'stable'],
  ['statement_timestamp', 'stable'],
  ['clock_timestamp', 'volatile'],
] as const;

/**
 * Sets how much the time of a test's database is ahead of PostgreSQL's; 0 makes the clock as the migration does. Connections
 * notice it with their next statement.
 * @param owner only the owner may
 */
export async function setDatabaseClock(owner: Db, aheadMs: number): Promise<void> {
  const ahead = aheadMs === 0 ? '' : ` + interval '${aheadMs} milliseconds'`;
  await owner.transaction().execute(async (trx) => {
    for (const [name, volatility] of CLOCKS)
      await sql
        .raw(
          `create or replace function site.${name}() returns timestamptz language sql ${volatility} parallel safe
          return pg_catalog.${name}()${ahead}`,
        )
        .execute(trx);
  });
}
