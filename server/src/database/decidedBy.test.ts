import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { decisionColumns } from '../decision.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.close());

test('who decided is an operator’s id in every table', async () => {
  const { rows } = await sql<{ table_name: string; data_type: string }>`
    select table_name, data_type from information_schema.columns where column_name = 'decided_by'`.execute(
    database.owner,
  );
  expect(rows.length).toBeGreaterThanOrEqual(8);
  expect(rows.filter(({ data_type }) => data_type !== 'bigint')).toEqual([]);
});

test('only an operator decides, with a reason', () => {
  expect(decisionColumns({ operator: 'operator:7', reason: ' seen ' })).toEqual({
    decided_by: 7n,
    decided_because: 'seen',
    decided_at: expect.anything(),
  });
  for (const [operator, reason] of [
    ['member:7', 'seen'],
    ['operator:', 'seen'],
    ['operator:x', 'seen'],
    ['operator:7', ' '],
  ] as const)
    expect(() => decisionColumns({ operator, reason })).toThrow('names its operator');
});
