import { type Db, poolOf } from './connect.ts';

/**
 * Runs a frequent query under a name, so that each connection parses and plans it once.
 * @param text always the same for a name; variable parts are parameters
 */
export async function prepared<Row>(
  db: Db,
  { name, text }: { name: string; text: string },
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await poolOf(db)?.connect();
  if (client === undefined) throw new Error('prepared: this is not a pool of ours');
  try {
    const { rows } = await client.query({ name, text, values: [...values] });
    return rows as Row[];
  } finally {
    client.release();
  }
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
