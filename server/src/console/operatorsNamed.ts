import { sql } from 'kysely';
import type { Db, Trx } from '../database/connect.ts';

/** The operators of an id or a user name: none, one, or two where a user name is another's id. */
export async function operatorsNamed(db: Db | Trx, text: string): Promise<bigint[]> {
  const rows = await db
    .selectFrom('operator')
    .select('id')
    .where((where) => where.or([where('username', '=', text), where(sql<string>`id::text`, '=', text)]))
    .execute();
  return rows.map(({ id }) => id);
}
