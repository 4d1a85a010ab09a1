import { sql } from 'kysely';
import { StartupError } from '../startupError.ts';
import type { Db } from './connect.ts';

/** The functions from which SQL reads the time (migration 200). */
const CLOCKS = ['now', 'statement_timestamp', 'clock_timestamp'] as const;

/**
 * The functions of the site's clock that are not PostgreSQL's own clock, as migration 200 made them. Tests replace them to
 * move the time; in a site's database there is none.
 */
export async function replacedClocks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'site.' || c.name as name from unnest(${CLOCKS}::text[]) c (name)
    where not exists (
      select from pg_proc p
      where p.pronamespace = to_regnamespace('site') and p.proname = c.name and p.pronargs = 0 and p.proconfig is null
        and p.provolatile <> 'i' and not p.prosecdef
        and replace(pg_get_function_sqlbody(p.oid), 'pg_catalog.', '') = 'RETURN ' || c.name || '()')`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** @throws StartupError if the database's time can differ from PostgreSQL's: then no lease, limit or pause holds */
export async function requireOwnClock(db: Db): Promise<void> {
  const replaced = await replacedClocks(db);
  if (replaced.length > 0)
    throw new StartupError(
      `The database has another clock than PostgreSQL's, as databases of tests have: ${replaced.join(', ')}. Restore a backup of the site, or make the functions as migration 200_clock.sql does.`,
    );
}
