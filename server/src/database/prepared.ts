import type { RawBuilder } from 'kysely';
import { type Db, poolOf } from './connect.ts';

/**
 * Runs a query that comes all the time under a name, so that each connection parses and plans it once. Its text must
 * always be the same: what varies is a parameter.
 */
export async function prepared<Row>(db: Db, name: string, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db);
  const client = await poolOf(db)?.connect();
  if (client === undefined) throw new Error('prepared: this is not a pool of ours');
  try {
    const { rows } = await client.query({ name, text, values: [...parameters] });
    return rows as Row[];
  } finally {
    client.release();
  }
}
