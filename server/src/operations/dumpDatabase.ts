import { join } from 'node:path';
import pg from 'pg';
import { clock } from '../clock.ts';
import { serverMajor, withClient } from '../database/databaseClient.ts';
import { StartupError } from '../startupError.ts';
import { requireProgram, runProgram } from './pgPrograms.ts';

/** The archive of pg_dump inside a backup. */
export const DUMP = 'database.dump';

/**
 * Writes the whole database, as of one moment, into `<target>/database.dump` in pg_dump's own format.
 * @returns the major version of the server
 * @throws StartupError if there is no pg_dump of a suitable version
 */
export async function dumpDatabase(
  url: string,
  target: string,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const major = await withClient(url, serverMajor);
  await requireProgram('pg_dump', major, environment);
  await runProgram('pg_dump', ['--format=custom', `--file=${join(target, DUMP)}`], url, environment);
  return major;
}

/**
 * Loads an archive into an empty database, in one transaction.
 * @param replace renames the schemas of a non-empty database instead of refusing it
 * @returns the new names of those schemas
 * @throws StartupError if the database is in use, is not empty, or is older than the archive
 */
export async function loadDump(
  url: string,
  archive: { folder: string; postgresMajor: number },
  replace: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  await requireProgram('pg_restore', archive.postgresMajor, environment);
  return withClient(url, async (client) => {
    const major = await serverMajor(client);
    if (major < archive.postgresMajor)
      throw new StartupError(
        `The backup is of PostgreSQL ${archive.postgresMajor}; the database is PostgreSQL ${major}, which is older.`,
      );
    const held = await schemasOf(client);
    if (held.length > 0 && !replace)
      throw new StartupError(
        'The database of DATABASE_URL is not empty; make a new one (createdb) for the backup, or say --replace to move what it holds aside.',
      );
    if (held.length > 0) await requireUnused(client);
    const suffix = `_before_${clock.date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
    await rename(
      client,
      held.map((name) => [name, name + suffix]),
    );
    try {
      await ensureRole(client);
      const options = ['--no-owner', '--exit-on-error', '--single-transaction'];
      await runProgram('pg_restore', [...options, join(archive.folder, DUMP)], url, environment);
    } catch (error) {
      await client.query('drop schema if exists public');
      await rename(
        client,
        held.map((name) => [name + suffix, name]),
      );
      throw error;
    }
    return held.map((name) => name + suffix);
  });
}

/** The non-empty schemas, without PostgreSQL's own and those that were moved aside. */
async function schemasOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace n
     where nspname !~ '^pg_|_before_[0-9]{14}$' and nspname <> 'information_schema'
       and (nspname <> 'public' or exists (select from pg_class c where c.relnamespace = n.oid)
         or exists (select from pg_proc p where p.pronamespace = n.oid))
     order by nspname`,
  );
  return rows.map(({ name }) => name);
}

async function requireUnused(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (rowCount)
    throw new StartupError(`The database is in use by ${rowCount} connections; stop the servers first.`);
}

async function rename(client: pg.Client, names: readonly (readonly [string, string])[]): Promise<void> {
  if (names.length === 0) return;
  const statements = names.map(
    ([from, to]) => `alter schema ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)};`,
  );
  await client.query(`begin; ${statements.join(' ')} create schema if not exists public; commit;`);
}

/** Roles belong to the cluster and are not in a dump; the first migration creates this one for the same reason. */
async function ensureRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'krapao_app'");
  if (rowCount === 0) await client.query('create role krapao_app nologin');
  const { rows } = await client.query<{ known: boolean }>(
    "select pg_has_role(current_user, 'krapao_app', 'MEMBER') as known",
  );
  if (!rows[0]?.known) await client.query('grant krapao_app to current_user');
}
