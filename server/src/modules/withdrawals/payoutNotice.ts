import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { DeliveryHandler } from '../deliveries/deliveryHandler.ts';
import { takeLatePaid } from './settlePayout.ts';
import { WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

/**
 * What a bank tells of one of our payouts makes us ask that bank at once; only its answer counts. It changes nothing of
 * a payout that went through another connection. One that a person has or had, and that the bank says to have paid, goes
 * to a person.
 */
export const payoutNotice: DeliveryHandler<'payout'> = async (context, connection, told) => {
  const id = told.status === 'hint' ? told.id : told.notice.id;
  const row = await context.db
    .selectFrom('withdrawal')
    .where('id', '=', id)
    .where('payout_connection_id', '=', connection.id)
    .select(['id', 'amount', 'state', 'payout_connection_id'])
    .executeTakeFirst();
  if (row === undefined) return 'FOREIGN';
  if (row.state !== 'SENT' && row.state !== 'UNKNOWN') {
    if (told.status === 'proved' && told.notice.result.status === 'paid' && row.state !== 'PAID')
      await askWhatIsOver(context, row);
    return 'KNOWN';
  }
  await context.db
    .updateTable('withdrawal')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'UNKNOWN')
    .execute();
  context.wakeJob(WITHDRAWAL_JOB);
  return 'ASKING';
};

async function askWhatIsOver(
  context: AppContext,
  { id, amount, payout_connection_id: via }: Pick<WithdrawalRow, 'id' | 'amount' | 'payout_connection_id'>,
): Promise<void> {
  const known = await context.providers.payouts.query({ id, amount, via });
  if (known.status === 'paid') await takeLatePaid(context, { id }, known.transRef);
}
