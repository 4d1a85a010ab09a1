import type { GatewayCode } from '@krapao/contract/gateways';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { claimDue, type LeasedWork, type LeaseEnd, workOnEach } from '../../../jobs/leasedWork.ts';
import { retryOrGiveUp } from '../../../jobs/retry.ts';
import { underFence } from '../../../jobs/underFence.ts';
import type { PaymentQuery } from '../../../providers/paymentGateway.ts';
import { CLOCKS_DIFFER_MS, depositRules } from '../depositRules.ts';
import { type GatewayPaymentRow, placedPayment } from './gatewayPayment.ts';
import { lockGatewayPayment, settleGatewayPayment } from './settleGatewayPayment.ts';

/** The job's name, to wake it by. */
export const ASK_GATEWAYS = 'ask-gateways';

const PAYMENTS: LeasedWork<'gateway_payment'> = {
  job: ASK_GATEWAYS,
  table: 'gateway_payment',
  key: ['id'],
};
const AT_ONCE = 8;
// Often while the member waits; rarely afterwards, for payments that a gateway reports late.
const WAIT_SECONDS = 30;
const LATE_WAIT_SECONDS = 3_600;
const OFTEN_AFTER_EXPIRY_MS = 10 * 60_000;
const LAST_ASK_AFTER_EXPIRY_MS = 24 * 3_600_000;

/** Asks the gateways about payments whose notice may be lost. @returns how many it asked about */
export async function askGateways(context: AppContext): Promise<number> {
  const due = await claimDue(context, PAYMENTS, { limit: AT_ONCE, set: { asks: sql`due.asks + 1` } });
  return workOnEach(context, PAYMENTS, due, (payment) => ask(context, payment));
}

async function ask(context: AppContext, claimed: GatewayPaymentRow): Promise<void> {
  const { providers, settings } = context;
  const answer = await providers.gateways[claimed.gateway as GatewayCode].query(placedPayment(claimed));
  await underFence(context, PAYMENTS, claimed, async (trx, lock): Promise<LeaseEnd> => {
    if (answer.status === 'paid') {
      // Money that came is booked whoever heard of it, as a notice's is.
      const payment = await lockGatewayPayment(trx, claimed.id);
      if (payment?.paid_at === null) await settleGatewayPayment(trx, payment, answer, depositRules(settings));
      return 'done';
    }
    const payment = await lock();
    return retryOrGiveUp(trx, PAYMENTS, payment, {
      wait: waitUntilNext(payment, answer, Date.now()),
      giveUp: () =>
        trx.updateTable('gateway_payment').set({ due_at: null }).where('id', '=', payment.id).execute(),
    });
  });
}

/** Seconds until the next time; undefined if the gateway's final answer is known. */
function waitUntilNext(
  { expires_at, note }: GatewayPaymentRow,
  { status }: PaymentQuery,
  now: number,
): number | undefined {
  const overMs = now - expires_at.getTime();
  const isFinal = overMs > LAST_ASK_AFTER_EXPIRY_MS || (status === 'expired' && overMs > CLOCKS_DIFFER_MS);
  // A signed notice of another amount told of money: no answer without that money is the last one.
  if (status === 'manual' || (isFinal && note !== 'NOTICE_DIFFERS')) return undefined;
  return overMs > OFTEN_AFTER_EXPIRY_MS ? LATE_WAIT_SECONDS : WAIT_SECONDS;
}
