import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { UNDECIDED } from '../../../decision.ts';
import { ensureHouseAccount } from '../../../ledger/account.ts';
import { admitArrival } from '../../protection/admit.ts';
import { writeEntry } from '../../statement/writeEntry.ts';
import { creditDeposit } from '../creditDeposit.ts';
import type { DepositRules } from '../depositRules.ts';
import { type GatewayPaymentRow, gatewayCause, TOO_MUCH, worthOf } from './gatewayPayment.ts';

/**
 * A payment of more than this many times the order: a connection whose amounts are read in another unit or currency. The
 * QR and the page name the amount, so that payers cannot exceed it by much.
 */
const TOO_MANY_TIMES = 2n;

/**
 * Credits the actual payment, once. A payment after the QR had closed, of far more than was ordered, or that safer play
 * keeps out, is stored for an operator, and the member sees it in progress. An operator who ended the order as not paid is overruled. The caller holds the lock and knows that nothing
 * was paid before.
 * @param paid `amount` in hundredths of the order's currency
 */
export async function settleGatewayPayment(
  trx: Trx,
  payment: GatewayPaymentRow,
  { amount: received, paidAt }: { amount: bigint; paidAt: Date },
  rules: DepositRules,
): Promise<void> {
  const { id, member_id, gateway } = payment;
  const amount = worthOf(payment, received);
  const isTooMuch = received > payment.pay_amount * TOO_MANY_TIMES;
  const isInTime = !isTooMuch && paidAt <= payableUntil(payment);
  const closed = isInTime ? await admitArrival(trx, member_id, amount) : null;
  const isCredited = isInTime && closed === null;
  await trx
    .updateTable('gateway_payment')
    .set({
      received,
      paid_amount: amount,
      paid_at: paidAt,
      due_at: null,
      ...UNDECIDED,
      ...(isCredited
        ? { status: 'PAID', closed_at: sql<Date>`site.clock_timestamp()`, note: null }
        : {
            note: closed?.code ?? (isTooMuch ? TOO_MUCH : 'LATE'),
            queued_at: sql<Date>`site.clock_timestamp()`,
          }),
      // It takes no second payment.
      ...((isTooMuch || closed !== null) && {
        status: sql<string>`case when status in ('CREATING', 'OPEN') then 'EXPIRED' else status end`,
        closed_at: sql<Date>`coalesce(closed_at, site.clock_timestamp())`,
      }),
    })
    .where('id', '=', id)
    .execute();
  if (isCredited) {
    await creditGatewayPayment(trx, payment, { amount, rules, actor: 'system' });
  } else {
    await writeEntry(trx, {
      memberId: member_id,
      cause: gatewayCause(id),
      type: 'deposit',
      status: 'PENDING',
      from: gateway,
      to: 'WALLET',
      amount: isTooMuch ? payment.amount : amount,
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
