import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Db, poolOf } from './connect.ts';

/** What a pooler answers that moves a connection's transactions between connections of the database without their names. */
const LOST_NAMES = new Set(['26000', '42P05']);
const withoutNames = new WeakSet<Db>();
const names = new Map<string, string>();

/**
 * Runs a frequent query under a name, so that each connection parses and plans it once. Behind a pooler that keeps no
 * names (PgBouncer before 1.21), it runs without one from the first such answer on; that answer has run nothing.
 * @param query its text is always the same, variable parts are parameters
 */
export async function prepared<Row>(
  db: Db,
  { name, text }: { name: string; text: string },
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await poolOf(db)?.connect();
  if (client === undefined) throw new Error('prepared: this is not a pool of ours');
  try {
    const query = { text, values: [...values] };
    if (withoutNames.has(db)) return (await client.query(query)).rows as Row[];
    try {
      return (await client.query({ ...query, name: nameOf(name, text) })).rows as Row[];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && LOST_NAMES.has(error.code ?? ''))) throw error;
      withoutNames.add(db);
      return (await client.query(query)).rows as Row[];
    }
  } finally {
    client.release();
  }
}

/** Nodes of two versions can share a pooler's connections: another text has another name. */
function nameOf(name: string, text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const whole = `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
  names.set(text, whole);
  return whole;
}

/**
 * The items of a batch as the rows of q, each with its position nth. The sub-selects hide their number from PostgreSQL.
 * Otherwise it would plan small batches each time, and planning takes several times as long as answering (decision
 * 128).
 * @param columns names and types; the arrays are the parameters in this order
 */
export function batchRows(columns: Readonly<Record<string, string>>): string {
  const arrays = Object.values(columns).map((type, nth) => `(select $${nth + 1}::${type}[])`);
  return `unnest(${arrays.join(', ')}) with ordinality as q (${Object.keys(columns).join(', ')}, nth)`;
}
