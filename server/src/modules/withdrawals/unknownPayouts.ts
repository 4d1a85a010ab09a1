import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/** No other payout begins on any node until the transaction ends. Taken before the locks of withdrawals. */
export async function lockPayouts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('krapao.payout', 0))`.execute(trx);
}

/**
 * Whether the bank may still pay what was sent through the connection. No other payout begins until the transaction ends.
 */
export async function hasUnknownPayout(trx: Trx, connectionId: string): Promise<boolean> {
  await lockPayouts(trx);
  const open = await trx
    .selectFrom('withdrawal')
    .select('id')
    .where('payout_connection_id', '=', connectionId)
    .where((e) =>
      e.or([e('state', 'in', ['SENT', 'UNKNOWN']), e.and([e('state', '=', 'HELD'), e('sends', '>', 0)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
