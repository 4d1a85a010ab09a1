import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartupError } from '../startupError.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

const locks = () =>
  sql<{ id: string }>`select id from migration.kysely_migration_lock`
    .execute(database.owner)
    .then(({ rows }) => rows);

test('where exactly this version’s migrations have been applied the migrator is not asked', async () => {
  // It would put its row back.
  await sql`delete from migration.kysely_migration_lock`.execute(database.owner);
  expect(await migrate(database.url)).toEqual([]);
  expect(await locks()).toEqual([]);
});

test('a database of a newer version is refused', async () => {
  await sql`
    insert into migration.kysely_migration (name, timestamp) values ('999_newer', '2026-01-01')`.execute(
    database.owner,
  );
  const refused = await migrate(database.url).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartupError);
  expect(String(refused)).toContain('999_newer');
  expect(await locks()).toHaveLength(1);
});
