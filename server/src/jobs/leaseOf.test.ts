import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { leaseEnd } from './leaseOf.ts';

const SOURCE = join(import.meta.dirname, '..');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.close());

test('KRAPAO_LEASE_SECONDS is how long a lease lasts', async () => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${leaseEnd(45)} - clock_timestamp())::float8 as seconds`.execute(database.db);
  expect(rows[0]?.seconds).toBeGreaterThan(44);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(45);
});

test('KRAPAO_LEASE_SECONDS rules every lease: none is written into a module', async () => {
  const files = (await readdir(SOURCE, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const own: string[] = [];
  for (const name of files) {
    const text = await readFile(join(SOURCE, name), 'utf8');
    if (/\bLEASE\b|due_at\W[^\n]*\+ interval '/.test(text)) own.push(name);
  }
  expect(own).toEqual([]);
});
