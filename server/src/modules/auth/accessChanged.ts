import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/**
 * Dates a change of the ways into an account that no trigger sees: a PIN or passkey where there was one
 * of them before, and each that is gone. Payouts wait as after a new password (decision 195).
 */
export async function markAccessChanged(trx: Trx, memberId: bigint): Promise<void> {
  await trx
    .updateTable('member')
    .set({ access_changed_at: sql`site.now()` })
    .where('id', '=', memberId)
    .execute();
}
