import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { finishEntry } from '../../statement/writeEntry.ts';
import type { DepositRules } from '../depositRules.ts';
import { requireReturned } from '../returnReference.ts';
import { type GatewayPaymentRow, gatewayCause } from './gatewayPayment.ts';
import { lockGatewayPayment } from './lockGatewayPayment.ts';
import { creditGatewayPayment } from './settleGatewayPayment.ts';

type LateDecision = Decision & { paymentId: string };

/**
 * Credits a payment that a gateway collected after its QR had closed, once; or, where nobody can be asked any more, the
 * order that an operator saw as paid at the maker.
 * @throws AppError NO_DATA (no such payment, or none for an operator), ALREADY_DECIDED, INVALID_REQUEST
 */
export async function creditLatePayment(
  trx: Trx,
  { paymentId, ...decision }: LateDecision,
  rules: DepositRules,
): Promise<GatewayPaymentRow> {
  const payment = await lockQueued(trx, paymentId);
  const amount = payment.paid_amount ?? payment.amount;
  const paid = await trx
    .updateTable('gateway_payment')
    .set({
      status: 'PAID',
      paid_amount: amount,
      received: payment.received ?? payment.pay_amount,
      paid_at: payment.paid_at ?? sql<Date>`site.clock_timestamp()`,
      closed_at: sql<Date>`coalesce(closed_at, site.clock_timestamp())`,
      note: null,
      ...decisionColumns(decision),
    })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await creditGatewayPayment(trx, paid, {
    amount,
    rules,
    actor: decision.operator,
  });
  return paid;
}

/**
 * Ends a late payment that the gateway returned to the payer, or an order that was not paid; nobody is credited.
 * @throws AppError as creditLatePayment
 */
export async function dismissLatePayment(
  trx: Trx,
  { paymentId, returnReference, ...decision }: LateDecision & { returnReference?: string | undefined },
): Promise<GatewayPaymentRow> {
  const { paid_at, note } = await lockQueued(trx, paymentId);
  const reference = requireReturned(note, returnReference);
  if (paid_at !== null) await finishEntry(trx, gatewayCause(paymentId), 'FAILED');
  return trx
    .updateTable('gateway_payment')
    .set({
      note: paid_at === null ? 'NOT_PAID' : 'PAID_BACK',
      returned_reference: reference,
      ...decisionColumns(decision),
    })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function lockQueued(trx: Trx, id: string): Promise<GatewayPaymentRow> {
  const payment = await lockGatewayPayment(trx, id);
  if (payment === undefined || payment.queued_at === null) throw new AppError('NO_DATA', 'nothing to decide');
  if (payment.status === 'PAID' || payment.decided_by !== null) throw new AppError('ALREADY_DECIDED');
  return payment;
}
