import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { type IncomingTransfer, type SeenTransfer, tellerOf } from './incomingTransfer.ts';

/** Stores that the report which has just joined a transfer vouches for nothing. */
export async function storeDoubt(trx: Trx, { id }: IncomingTransfer, seen: SeenTransfer): Promise<void> {
  if (seen.isDoubtful !== true) return;
  const teller = tellerOf(seen);
  await trx
    .updateTable('incoming_transfer')
    .set({
      doubted_tellers: sql`array_append(array_remove(doubted_tellers, ${teller}), ${teller})`,
      repeats: sql`coalesce(repeats, ${seen.repeats ?? null}::bigint)`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether a transfer may be one that was told of before: nobody vouches for it, or nobody who told of both
 * (docs/decisions/191-who-vouches-for-money.md).
 */
export async function isDoubted(trx: Trx, { id }: Pick<IncomingTransfer, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    select from incoming_transfer t where t.id = ${id} and t.doubted_tellers <> '{}' and not exists (
      select from unnest(${tellersOf('t')}) teller where not (teller = any(t.doubted_tellers))
        and (t.repeats is null or exists (
          select from incoming_transfer earlier
          where earlier.id = t.repeats and teller = any(${tellersOf('earlier')}))))`.execute(trx);
  return rows.length > 0;
}

/** All who told of a transfer, under any reference. */
const tellersOf = (alias: string) => sql`(${sql.ref(`${alias}.told_by`)} || array(
  select w.source from transfer_twin w where w.incoming_transfer_id = ${sql.ref(`${alias}.id`)}))`;
