import { sql } from 'kysely';
import type { Trx } from '../database/connect.ts';

/** Moves a posting to another time before a seal covers it; only the database's owner can do that. */
export async function backdate(trx: Trx, id: bigint, at: Date | string): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`update ledger.posting set at = ${at}::timestamptz where id = ${id}`.execute(trx);
  await sql`set local session_replication_role = origin`.execute(trx);
}
