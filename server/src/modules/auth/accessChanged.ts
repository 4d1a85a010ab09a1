import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/**
 * Dates a change of the ways into an account that no trigger sees: a PIN that was replaced by a code, a PIN or the last
 * passkey that is gone. Payouts wait as after a new password (decision 195).
 */
export async function markAccessChanged(trx: Trx, memberId: bigint): Promise<void> {
  await trx.updateTable('member').set({ access_changed_at: sql`now()` }).where('id', '=', memberId).execute();
}
