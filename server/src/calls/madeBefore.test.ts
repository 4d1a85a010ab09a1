import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { KEYED_TABLES } from './keyedTables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
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
