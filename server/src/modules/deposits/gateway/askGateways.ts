import { sql } from 'kysely';
import { clock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { claimDue, type LeasedWork, type LeaseEnd, workOnEach } from '../../../jobs/leasedWork.ts';
import { retryOrGiveUp } from '../../../jobs/retry.ts';
import { underFence } from '../../../jobs/underFence.ts';
import type { PaymentQuery } from '../../../providers/paymentGateway.ts';
import { CLOCKS_DIFFER_MS, depositRules } from '../depositRules.ts';
import { callGateway } from './callGateway.ts';
import { currentGateway } from './catalogue.ts';
import {
  type GatewayPaymentRow,
  NOTICE_DIFFERS,
  placedPayment,
  WAIT_SECONDS,
  wasShown,
} from './gatewayPayment.ts';
import { lockGatewayPayment } from './lockGatewayPayment.ts';
import { settleGatewayPayment } from './settleGatewayPayment.ts';

/** The job's name, to wake it by. */
export const ASK_GATEWAYS = 'ask-gateways';

export const PAYMENTS: LeasedWork<'gateway_payment'> = {
  job: ASK_GATEWAYS,
  table: 'gateway_payment',
  key: ['id'],
};
const AT_ONCE = 8;
// Rarely where no member waits: for orders that nobody saw or that were cancelled, and payments that are reported late.
const RARE_WAIT_SECONDS = 600;
const LATE_WAIT_SECONDS = 3_600;
const OFTEN_AFTER_EXPIRY_MS = 10 * 60_000;
const LAST_ASK_AFTER_EXPIRY_MS = 24 * 3_600_000;

/** `gone`: the connection that took the order was removed, and nobody else can be asked. */
type Answer = PaymentQuery | { status: 'gone' };

/** Asks the gateways about payments whose notice may be lost. @returns how many it asked about */
export async function askGateways(context: AppContext): Promise<number> {
  const due = await claimDue(context, PAYMENTS, {
    limit: AT_ONCE,
    set: { asks: sql`due.asks + 1`, asked_at: sql`site.clock_timestamp()` },
  });
  return workOnEach(context, PAYMENTS, due, (payment) => ask(context, payment));
}

async function ask(context: AppContext, claimed: GatewayPaymentRow): Promise<void> {
  const answer = await query(context, claimed);
  await underFence(context, PAYMENTS, claimed, async (trx, lock): Promise<LeaseEnd> => {
    if (answer.status === 'paid') {
      // Money that came is booked whoever heard of it, as a notice's is.
      const payment = await lockGatewayPayment(trx, claimed.id);
      if (payment?.paid_at === null)
        await settleGatewayPayment(trx, payment, answer, depositRules(context.settings));
      return 'done';
    }
    const payment = await lock();
    return retryOrGiveUp(trx, PAYMENTS, payment, {
      wait: waitUntilNext(payment, answer, clock.now()),
      giveUp: () =>
        trx
          .updateTable('gateway_payment')
          .set({ due_at: null, ...operatorsWork(payment, answer) })
          .where('id', '=', payment.id)
          .execute(),
    });
  });
}

/** The answer of the connection that took the order, also after it was switched off. */
async function query({ connections, db }: AppContext, claimed: GatewayPaymentRow): Promise<Answer> {
  const connection = await currentGateway(connections, claimed.connection_id);
  if (connection !== undefined)
    return callGateway<PaymentQuery>(connections, connection, 'query', (gateway) =>
      gateway.query(placedPayment(claimed)),
    );
  // One that this node cannot open, or has not heard of yet, is asked later.
  const stored = await db
    .selectFrom('connection')
    .select('id')
    .where(sql<boolean>`id::text = ${claimed.connection_id}`)
    .executeTakeFirst();
  return stored ? { status: 'unknown', reason: 'CONNECTION' } : { status: 'gone' };
}

/**
 * What an operator has to find out at the maker: whether a payment that the member could make was made, where money is
 * that was taken back, or what the money was that a signed notice told of.
 */
function operatorsWork(payment: GatewayPaymentRow, answer: Answer) {
  const isTold = payment.note === NOTICE_DIFFERS;
  const note =
    answer.status === 'taken_back' ? answer.reason : isTold ? NOTICE_DIFFERS : UNCLEAR[answer.status];
  if (note === undefined || payment.decided_by !== null || !(isTold || wasShown(payment))) return {};
  return { note, queued_at: sql<Date>`site.clock_timestamp()` };
}

/** A maker that does not know what it once showed is another one, or has forgotten: it was paid, or was not. */
const UNCLEAR: Partial<Record<Answer['status'], string>> = {
  gone: 'NO_CONNECTION',
  unknown: 'NO_ANSWER',
  manual: 'NO_ANSWER',
  not_found: 'NOT_FOUND',
};

/** Seconds until the next time; undefined if no other follows. */
function waitUntilNext(payment: GatewayPaymentRow, { status }: Answer, now: number): number | undefined {
  const { expires_at, note } = payment;
  const overMs = now - expires_at.getTime();
  // A signed notice of another amount told of money: an answer without that money does not end the questions.
  const isOver = status === 'expired' && overMs > CLOCKS_DIFFER_MS && note !== NOTICE_DIFFERS;
  if (status === 'gone' || status === 'taken_back' || isOver || overMs > LAST_ASK_AFTER_EXPIRY_MS)
    return undefined;
  if (overMs > OFTEN_AFTER_EXPIRY_MS) return LATE_WAIT_SECONDS;
  return payment.status === 'CANCELLED' || !wasShown(payment) ? RARE_WAIT_SECONDS : WAIT_SECONDS;
}
