import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';

const ROWS = 5_000;

/** The rows of a query in chunks, by a cursor of the running transaction: memory stays flat however many there are. */
export async function* rowsOf<Row>(trx: Db, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare replay no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS)} from replay`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) break;
  }
  await sql`close replay`.execute(trx);
}
