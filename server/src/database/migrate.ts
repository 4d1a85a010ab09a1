import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startupError.ts';
import { connectAsOwner, type Db } from './connect.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** The forward-only migrations: NNN_name.sql in the order of their names. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const entries = names.map((name): [string, Migration] => {
    // Read when it is applied: most starts apply none of some hundred.
    const up: Migration['up'] = async (db) =>
      void (await sql.raw(await readFile(join(FOLDER, name), 'utf8')).execute(db));
    return [name.slice(0, -'.sql'.length), { up }];
  });
  return Object.fromEntries(entries);
}

/**
 * Migrates the database in one transaction. Servers that start at the same time wait for one another.
 * @param url connection string of the database's owner
 * @returns the names of the applied migrations
 * @throws StartupError naming the migration that failed
 */
export async function migrate(url: string): Promise<string[]> {
  const db = connectAsOwner(url);
  try {
    // What cannot be asked here the migrator cannot ask either, and says so.
    if (await isMigrated(db).catch(() => false)) return [];
    const migrator = new Migrator({
      db,
      provider: { getMigrations: readMigrations },
      migrationTableSchema: 'migration',
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined) {
      const failed = results.find((result) => result.status === 'Error');
      const { message, hint } = error as { message?: string; hint?: string };
      throw new StartupError(
        `Migration ${failed?.migrationName ?? 'planning'} failed: ${message ?? error}${hint ? ` ${hint}` : ''}`,
      );
    }
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/**
 * Whether exactly this version's migrations have been applied, as at most starts. The migrator asks for every column of the
 * database before it looks.
 */
async function isMigrated(db: Db): Promise<boolean> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('migration.kysely_migration') is not null as "isThere"`.execute(db);
  if (!found[0]?.isThere) return false;
  const { rows } = await sql<{ name: string }>`select name from migration.kysely_migration`.execute(db);
  const names = Object.keys(await readMigrations());
  const applied = new Set(rows.map(({ name }) => name));
  return applied.size === names.length && names.every((name) => applied.has(name));
}
