import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { finishEntry } from '../../statement/writeEntry.ts';
import type { DepositRules } from '../depositRules.ts';
import { type GatewayPaymentRow, gatewayCause } from './gatewayPayment.ts';
import { creditGatewayPayment, lockGatewayPayment } from './settleGatewayPayment.ts';

type LateDecision = Decision & { paymentId: string };

/**
 * Credits a payment that a gateway collected after its QR had closed, once.
 * @throws AppError NO_DATA (no such payment, or nothing was paid), ALREADY_DECIDED, INVALID_REQUEST
 */
export async function creditLatePayment(
  trx: Trx,
  { paymentId, ...decision }: LateDecision,
  rules: DepositRules,
): Promise<GatewayPaymentRow> {
  const payment = await lockLate(trx, paymentId);
  const paid = await trx
    .updateTable('gateway_payment')
    .set({
      status: 'PAID',
      closed_at: sql<Date>`coalesce(closed_at, clock_timestamp())`,
      note: null,
      ...decisionColumns(decision),
    })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await creditGatewayPayment(trx, paid, {
    amount: payment.paid_amount,
    rules,
    actor: decision.operator,
  });
  return paid;
}

/**
 * Ends a late payment that the gateway returned to the payer; nobody is credited. @throws AppError as creditLatePayment
 */
export async function dismissLatePayment(
  trx: Trx,
  { paymentId, ...decision }: LateDecision,
): Promise<GatewayPaymentRow> {
  await lockLate(trx, paymentId);
  await finishEntry(trx, gatewayCause(paymentId), 'FAILED');
  return trx
    .updateTable('gateway_payment')
    .set({ note: 'PAID_BACK', ...decisionColumns(decision) })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function lockLate(trx: Trx, id: string): Promise<GatewayPaymentRow & { paid_amount: bigint }> {
  const payment = await lockGatewayPayment(trx, id);
  if (payment === undefined || payment.paid_amount === null)
    throw new AppError('NO_DATA', 'nothing was paid late');
  if (payment.status === 'PAID' || payment.decided_by !== null) throw new AppError('ALREADY_DECIDED');
  return { ...payment, paid_amount: payment.paid_amount };
}
