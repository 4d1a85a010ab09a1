import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startServer } from '../startServer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { setDatabaseClock } from '../testing/databaseClock.ts';
import { freePort } from '../testing/freePort.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { replacedClocks } from './siteClock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

const CLOCKS = ['now', 'statement_timestamp', 'clock_timestamp'];
const HOUR = 3_600_000;

/** How far each function is ahead of PostgreSQL's of the same name, in seconds. */
async function ahead(): Promise<number[]> {
  const differences = CLOCKS.map(
    (name) => sql`round(extract(epoch from site.${sql.id(name)}() - pg_catalog.${sql.id(name)}()))::int`,
  );
  const { rows } = await sql<{
    seconds: number[];
  }>`select array[${sql.join(differences)}] as seconds`.execute(database.db);
  return rows[0]?.seconds ?? [];
}

test('the site’s clock in SQL is PostgreSQL’s, and the application cannot replace it', async () => {
  expect(await ahead()).toEqual([0, 0, 0]);
  expect(await replacedClocks(database.db)).toEqual([]);
  for (const name of CLOCKS)
    await expect(
      sql`create or replace function site.${sql.id(name)}() returns timestamptz language sql
        return 'infinity'::timestamptz`.execute(database.db),
    ).rejects.toThrow('permission denied');
});

test('the site’s clock costs nothing: the planner puts PostgreSQL’s in its place', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (verbose) select site.clock_timestamp() from session
    where expires_at > site.now() and last_seen_at > site.statement_timestamp()`.execute(database.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
  for (const name of CLOCKS) expect(plan).toContain(` ${name}()`);
  expect(plan).not.toContain('site.');
});

test('nothing in the database reads another clock', async () => {
  const ours = sql`('public'::regnamespace, 'ledger'::regnamespace)`;
  const { rows } = await sql<{ what: string }>`
    with made (what, text) as (
      select oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
        where pronamespace in ${ours} and prokind in ('f', 'p')
      union all select c.oid::regclass::text || ' ' || d.adnum, pg_get_expr(d.adbin, d.adrelid)
        from pg_attrdef d join pg_class c on c.oid = d.adrelid where c.relnamespace in ${ours}
      union all select oid::regclass::text, pg_get_viewdef(oid) from pg_class
        where relnamespace in ${ours} and relkind in ('v', 'm')
      union all select tgrelid::regclass::text || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger
        where not tgisinternal
      union all select conrelid::regclass::text || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace in ${ours}
      union all select polrelid::regclass::text || ' ' || polname,
        concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy),
    lines as (select what, regexp_replace(line, '--.*', '') as line from made, regexp_split_to_table(text, '\\n') line)
    select distinct what from lines where line ~*
      '(?<!site[.])\\m(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)[(]|\\m(current_(timestamp|date|time)|localtime)'`.execute(
    database.owner,
  );
  expect(rows).toEqual([]);
});

test('a database whose clock was moved tells it, and no node in production starts with it', async () => {
  // Statements that are planned notice it too.
  const read = () => ahead();
  expect(await read()).toEqual([0, 0, 0]);
  await setDatabaseClock(database.owner, HOUR);
  expect(await read()).toEqual([3_600, 3_600, 3_600]);
  expect(await replacedClocks(database.db)).toEqual(CLOCKS.map((name) => `site.${name}`));
  const folder = await mkdtemp(join(tmpdir(), 'krapao-node-'));
  const environment = {
    KRAPAO_MODE: 'production',
    KRAPAO_SECRET: randomBytes(32).toString('hex'),
    KRAPAO_DATA: folder,
    KRAPAO_LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://wallet.example',
    DATABASE_URL: database.url,
  };
  const start = () => startServer(readConfig(environment), environment);
  await expect(start()).rejects.toThrow('site.now, site.statement_timestamp, site.clock_timestamp');
  await setDatabaseClock(database.owner, 0);
  expect(await replacedClocks(database.db)).toEqual([]);
  const node = await start();
  await node.stop();
  await rm(folder, { recursive: true, force: true });
});
