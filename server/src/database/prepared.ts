import { type Db, poolOf } from './connect.ts';

/**
 * Runs a query that comes all the time under a name, so that each connection parses and plans it once.
 * @param text always the same for a name: what varies is a parameter
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
