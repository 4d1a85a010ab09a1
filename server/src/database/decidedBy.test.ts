import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionColumns } from '../decision.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

/** Columns that name an operator, and whether they refer to the operator's row. */
async function operatorColumns() {
  const { rows } = await sql<{ name: string; type: string; isReference: boolean }>`
    select table_name || '.' || column_name as name, data_type as type, exists (
      select from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.contype = 'f' and c.confrelid = 'operator'::regclass
        and c.conrelid = table_name::regclass and a.attname = column_name) as "isReference"
    from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^(operator_id|second_id|assigned_to)|_by)$'
      -- Members, connections, and the sources of a report.
      and column_name not in ('adopted_by', 'invited_by', 'looked_up_by', 'named_by', 'told_by', 'stopped_by')`.execute(
    database.owner,
  );
  return rows;
}

test('an operator is named by their id in every table', async () => {
  const columns = await operatorColumns();
  expect(columns.length).toBeGreaterThanOrEqual(25);
  expect(columns.filter(({ type }) => type !== 'bigint')).toEqual([]);
});

test('every table names only operators who exist', async () => {
  expect((await operatorColumns()).filter(({ isReference }) => !isReference)).toEqual([]);
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
