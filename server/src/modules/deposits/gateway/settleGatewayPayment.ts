import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { dueNow } from '../../../jobs/leasedWork.ts';
import { ensureHouseAccount } from '../../../ledger/account.ts';
import type { GatewayNotice } from '../../../providers/paymentGateway.ts';
import { writeEntry } from '../../statement/writeEntry.ts';
import { creditDeposit } from '../creditDeposit.ts';
import type { DepositRules } from '../depositRules.ts';
import { type GatewayPaymentRow, gatewayCause } from './gatewayPayment.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Processes one delivery of a gateway's notice. If the amount differs from the order, nothing is credited yet and the
 * gateway is asked for the real payment.
 * @returns `unknown` for an unknown order, `asking` if the gateway must be asked, otherwise `settled`
 */
export async function receiveGatewayNotice(
  trx: Trx,
  notice: GatewayNotice,
  rules: DepositRules,
): Promise<'settled' | 'asking' | 'unknown'> {
  const payment = await lockGatewayPayment(trx, notice.id);
  if (payment?.gateway !== notice.gateway) return 'unknown';
  if (payment.paid_at !== null) return 'settled';
  const isAsOrdered =
    notice.amount === payment.amount && (payment.payment_id ?? notice.paymentId) === notice.paymentId;
  if (isAsOrdered) {
    await settleGatewayPayment(trx, payment, notice, rules);
    return 'settled';
  }
  await trx
    .updateTable('gateway_payment')
    .set({ note: 'NOTICE_DIFFERS', ...dueNow() })
    .where('id', '=', payment.id)
    .execute();
  return 'asking';
}

/** Locks our payment; undefined if the id is unknown. */
export async function lockGatewayPayment(trx: Trx, id: string): Promise<GatewayPaymentRow | undefined> {
  if (!UUID.test(id)) return undefined;
  return trx.selectFrom('gateway_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Credits the actual payment, once. A payment after the QR had closed is stored for an operator, and the member sees it
 * in progress. The caller holds the lock and knows that nothing was paid before.
 */
export async function settleGatewayPayment(
  trx: Trx,
  payment: GatewayPaymentRow,
  { amount, paidAt }: { amount: Satang; paidAt: Date },
  rules: DepositRules,
): Promise<void> {
  const { id, member_id, gateway } = payment;
  const isInTime = paidAt <= payableUntil(payment);
  await trx
    .updateTable('gateway_payment')
    .set({
      paid_amount: amount,
      paid_at: paidAt,
      due_at: null,
      ...(isInTime
        ? { status: 'PAID', closed_at: sql<Date>`clock_timestamp()`, note: null }
        : { note: 'LATE' }),
    })
    .where('id', '=', id)
    .execute();
  if (isInTime) {
    await creditGatewayPayment(trx, payment, { amount, rules, actor: 'system' });
  } else {
    await writeEntry(trx, {
      memberId: member_id,
      cause: gatewayCause(id),
      type: 'deposit',
      status: 'PENDING',
      from: gateway,
      to: 'WALLET',
      amount,
    });
  }
}

/** Books a gateway payment into the member's wallet. */
export async function creditGatewayPayment(
  trx: Trx,
  { id, member_id, gateway }: GatewayPaymentRow,
  credit: { amount: Satang; rules: DepositRules; actor: string },
): Promise<void> {
  await creditDeposit(trx, {
    ...credit,
    memberId: member_id,
    from: gateway,
    debit: await ensureHouseAccount(trx, 'gateway', gateway),
    key: ['deposit', 'gateway', id],
    cause: gatewayCause(id),
  });
}

function payableUntil({ status, expires_at, closed_at }: GatewayPaymentRow): Date {
  return status === 'CANCELLED' && closed_at !== null && closed_at < expires_at ? closed_at : expires_at;
}
