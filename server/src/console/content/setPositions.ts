import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/** Numbers the rows of a table from 1 in the order of their keys. */
export async function setPositions(
  trx: Trx,
  table: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  items: readonly string[],
): Promise<void> {
  await sql`
    update ${table} set position = listed.position
    from unnest(${items}::text[]) with ordinality as listed(item, position)
    where ${table}.${key}::text = listed.item`.execute(trx);
}
