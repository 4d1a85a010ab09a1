import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

/** No other payout begins on any node until the transaction ends. Taken before the locks of withdrawals. */
export async function lockPayouts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('krapao.payout', 0))`.execute(trx);
}

/**
 * A payout is asked for, and sent again, through the connection that it was sent through. Another bank behind that
 * connection does not know it, and would pay it a second time.
 * @throws AppError CONNECTION_INVALID if the bank may still pay what was sent through the connection
 */
export async function requireNoUnknownPayout(trx: Trx, connectionId: string): Promise<void> {
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
  if (open !== undefined)
    throw new AppError(
      'CONNECTION_INVALID',
      'payouts sent through this connection have no result yet: add a new connection for the other address or template',
    );
}
