import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { KEYED_TABLES } from './keyedTables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

test("made_under_key looks into every table with members' keys", async () => {
  const { rows } = await sql<{ source: string }>`
    select prosrc as source from pg_proc where proname = 'made_under_key'`.execute(database.owner);
  const asked = [...(rows[0]?.source ?? '').matchAll(/'(\w+)', t\.id::text[^;]*?FROM (\w+) t /g)];
  for (const [, told, table] of asked) expect(told).toBe(table);
  const members = Object.entries(KEYED_TABLES).filter(([, column]) => column === 'member_id');
  expect(asked.map(([, told]) => told).sort()).toEqual(members.map(([table]) => table).sort());
});
