import { sql } from 'kysely';
import type { DeliveryHandler } from '../deliveries/deliveryHandler.ts';
import { WITHDRAWAL_JOB } from './withdrawalRow.ts';

/**
 * What a bank tells of one of our payouts makes us ask that bank at once; only its answer counts. It changes nothing of
 * a payout that went through another connection, or that has ended.
 */
export const payoutNotice: DeliveryHandler<'payout'> = async (context, connection, told) => {
  const id = told.status === 'hint' ? told.id : told.notice.id;
  const row = await context.db
    .selectFrom('withdrawal')
    .where('id', '=', id)
    .where('payout_connection_id', '=', connection.id)
    .select('state')
    .executeTakeFirst();
  if (row === undefined) return 'FOREIGN';
  if (row.state !== 'SENT' && row.state !== 'UNKNOWN') return 'KNOWN';
  await context.db
    .updateTable('withdrawal')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'UNKNOWN')
    .execute();
  context.wakeJob(WITHDRAWAL_JOB);
  return 'ASKING';
};
