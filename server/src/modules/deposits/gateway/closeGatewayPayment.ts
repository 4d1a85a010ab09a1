import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import type { GatewayPaymentRow } from './gatewayPayment.ts';
import { lockGatewayPayment } from './lockGatewayPayment.ts';

/** Cancels the member's open payment; a closed one is answered as it is (DEP-07). @throws AppError NO_DATA */
export async function cancelGatewayPayment(
  trx: Trx,
  memberId: bigint,
  id: string,
): Promise<GatewayPaymentRow> {
  const payment = await lockGatewayPayment(trx, id);
  if (payment?.member_id !== memberId) throw new AppError('NO_DATA');
  if (payment.status !== 'CREATING' && payment.status !== 'OPEN') return payment;
  return trx
    .updateTable('gateway_payment')
    .set({ status: 'CANCELLED', closed_at: sql`site.clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Closes expired payments; the gateway is still asked about them. @returns how many */
export async function expireGatewayPayments(trx: Trx): Promise<number> {
  const { rows } = await sql`
    update gateway_payment set status = 'EXPIRED', closed_at = site.clock_timestamp()
    where id in (
      select id from gateway_payment where status in ('CREATING', 'OPEN') and expires_at <= site.now()
      order by expires_at limit 100 for update skip locked)
    returning id`.execute(trx);
  return rows.length;
}
