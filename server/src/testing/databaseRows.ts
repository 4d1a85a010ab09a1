import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** The rows of a table, each as the JSON text of its columns in the order of their names. */
export type RowsByTable = Record<string, string[]>;

/** Of these types each run has values of its own; what matters is whether there is one. */
const OF_THEIR_OWN = ['timestamp with time zone', 'uuid', 'bytea', 'xid8'];
/** As texts and JSON hold them. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * All rows of all tables but the migrations', to compare what two ways have written. Moments, random ids and hashes are
 * replaced by their types, hashes of passwords by what they cost.
 */
export async function rowsOfAllTables(db: Db): Promise<RowsByTable> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_schema || '.' || c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'migration')
    order by 1, 2`.execute(db);
  const found: RowsByTable = {};
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(r) as row from ${sql.table(table)} r`.execute(db);
    found[table] = rows.map(({ row }) => textOf(row, own)).sort();
  }
  return found;
}

function textOf(row: Record<string, unknown>, columns: readonly { column: string; type: string }[]): string {
  const shown = columns.map(({ column, type }) => {
    const value = row[column];
    if (value === null || !OF_THEIR_OWN.includes(type)) return [column, costOf(value)];
    return [column, type];
  });
  return JSON.stringify(Object.fromEntries(shown)).replaceAll(MOMENT, 'moment').replaceAll(UUID, 'uuid');
}

/** Of an argon2 hash the algorithm and its parameters; other values stay. */
function costOf(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\$argon2id\$v=\d+\$[\w=,]+)\$.*$/, '$1') : value;
}
