import type { GatewayCode } from '@krapao/contract/gateways';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { madeBefore } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { CreatePaymentResult, PaymentGateway } from '../../../providers/paymentGateway.ts';
import { type GatewayPaymentRow, placedPayment, requireGatewayAccount } from './gatewayPayment.ts';

export interface GatewayRequest {
  memberId: bigint;
  gateway: GatewayCode;
  amount: Satang;
  minutes: number;
  requestKey: RequestKey | undefined;
}

/**
 * Stores an order before the gateway is called; the member's open one at this gateway is cancelled.
 * @throws AppError NO_BANK, IDEMPOTENCY_MISMATCH
 */
export async function startGatewayPayment(trx: Trx, request: GatewayRequest): Promise<GatewayPaymentRow> {
  const { memberId, gateway, amount, minutes, requestKey } = request;
  const made = await madeBefore(trx, 'gateway_payment', memberId, requestKey);
  if (made) return made;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.gateway:${memberId}`}, 0))`.execute(trx);
  await requireGatewayAccount(trx, gateway);
  await trx
    .updateTable('gateway_payment')
    .set({ status: 'CANCELLED', closed_at: sql`clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('gateway', '=', gateway)
    .where('status', 'in', ['CREATING', 'OPEN'])
    .execute();
  return trx
    .insertInto('gateway_payment')
    .values({
      member_id: memberId,
      gateway,
      amount,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${minutes})`,
      ...requestKeyColumns(requestKey),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Creates the payment of a stored order at the gateway. After an unknown answer it asks once more under the same id,
 * and again when the member repeats the call.
 * @throws AppError QR_FAIL if there is nothing to pay
 */
export async function openGatewayPayment(
  db: Db,
  gateway: PaymentGateway,
  payment: GatewayPaymentRow,
): Promise<GatewayPaymentRow> {
  const opened = payment.status === 'CREATING' ? await create(db, gateway, payment) : payment;
  if (opened.status === 'CREATING' || opened.status === 'FAILED')
    throw new AppError('QR_FAIL', opened.note ?? undefined);
  return opened;
}

async function create(
  db: Db,
  gateway: PaymentGateway,
  payment: GatewayPaymentRow,
): Promise<GatewayPaymentRow> {
  const order = () => ({
    ...placedPayment(payment),
    expiresInSeconds: Math.max(Math.floor((payment.expires_at.getTime() - Date.now()) / 1000), 1),
  });
  let result = await gateway.createPayment(order());
  if (result.status === 'unknown') result = await gateway.createPayment(order());
  const changed = await db
    .updateTable('gateway_payment')
    .set(changeOf(result))
    .where('id', '=', payment.id)
    .where('status', '=', 'CREATING')
    .returningAll()
    .executeTakeFirst();
  return (
    changed ??
    db.selectFrom('gateway_payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
  );
}

function changeOf(result: CreatePaymentResult) {
  if (result.status === 'created') {
    const { paymentId, qrPayload, expiresAt } = result.payment;
    return { status: 'OPEN', payment_id: paymentId, payload: qrPayload, expires_at: expiresAt, note: null };
  }
  if (result.status === 'unknown') return { note: result.reason };
  return {
    status: 'FAILED',
    note: result.status === 'manual' ? 'NO_GATEWAY' : result.reason,
    closed_at: sql<Date>`clock_timestamp()`,
    due_at: null,
  };
}

/** Gateway orders by their key: one that the gateway refused releases it. */
export const gatewayOutcome: OutcomeSource = {
  kind: 'qr',
  state: sql`case status when 'CREATING' then 'under_way' when 'FAILED' then 'refused' else 'done' end`,
  code: sql`case status when 'FAILED' then 'QR_FAIL' end`,
  amount: sql`amount`,
  isFree: sql`status = 'FAILED'`,
};
