import { sql } from 'kysely';
import type { Database, Db, Trx } from '../database/connect.ts';

/** Changes rows as if no trigger of the table were there: nodes are not told of it, for example. */
export async function withoutTriggers(
  owner: Db,
  table: keyof Database,
  work: (trx: Trx) => Promise<unknown>,
): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    await work(trx);
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  });
}
