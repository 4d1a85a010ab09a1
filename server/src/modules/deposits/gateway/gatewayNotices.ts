import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { UNDECIDED } from '../../../decision.ts';
import { dueNow } from '../../../jobs/leasedWork.ts';
import type { PaymentNotice } from '../../../providers/paymentGateway.ts';
import type { DeliveryHandler, DeliveryOutcome, Told } from '../../deliveries/deliveryHandler.ts';
import { type DepositRules, depositRules } from '../depositRules.ts';
import { ASK_GATEWAYS } from './askGateways.ts';
import { type GatewayPaymentRow, NOTICE_DIFFERS } from './gatewayPayment.ts';
import { lockPaymentOfMaker } from './lockGatewayPayment.ts';
import { settleGatewayPayment } from './settleGatewayPayment.ts';

/** Between two questions about one order that hints cause: anybody can send a hint. */
const HINT_SECONDS = 5;

/** What a gateway's connection told: it is credited if it proves itself, otherwise the gateway is asked. */
export const takeGatewayNotice: DeliveryHandler<'gateway'> = async (context, { id }, told) => {
  const { db, settings } = context;
  const outcome = await db
    .transaction()
    .execute((trx) => receiveGatewayNotice(trx, id, told, depositRules(settings)));
  if (outcome === 'ASKING') context.wakeJob(ASK_GATEWAYS);
  return outcome;
};

/**
 * Processes one delivery of a connection. Nothing is credited for a hint, nor if the amount or the payment differ from the
 * order: the gateway is asked, and its answer counts.
 */
export async function receiveGatewayNotice(
  trx: Trx,
  connectionId: string,
  told: Told<PaymentNotice>,
  rules: DepositRules,
): Promise<DeliveryOutcome> {
  const payment =
    told.status === 'proved'
      ? await lockPaymentOfMaker(trx, [connectionId], told.notice.id)
      : await lockPaymentOfMaker(trx, await ofOneMaker(trx, connectionId), told.id);
  if (payment === undefined) return 'FOREIGN';
  if (payment.paid_at !== null) return 'KNOWN';
  if (told.status === 'hint') return askAfterHint(trx, payment);
  const { amount, paymentId } = told.notice;
  const isSamePayment =
    paymentId === undefined || payment.payment_id === null || paymentId === payment.payment_id;
  if (isSamePayment && amount === payment.pay_amount) {
    await settleGatewayPayment(trx, payment, told.notice, rules);
    return 'TAKEN';
  }
  await trx
    .updateTable('gateway_payment')
    .set({ note: NOTICE_DIFFERS, ...UNDECIDED, ...dueNow() })
    .where('id', '=', payment.id)
    .execute();
  return 'ASKING';
}

/**
 * The connections of the same driver: a maker's portal has one address, also where each of its banks is a connection. A hint proves nothing, so it does not matter at whose address it comes.
 */
async function ofOneMaker(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id::text from connection own join connection other using (capability, driver)
    where own.id::text = ${id} and other.id <> own.id`.execute(trx);
  return [id, ...rows.map((row) => row.id)];
}

/**
 * Makes the order due before all others, or some seconds after the newest question. Whoever asks just now loses the fence:
 * the payment may have come after the question.
 */
async function askAfterHint(trx: Trx, { id }: GatewayPaymentRow): Promise<DeliveryOutcome> {
  const again = sql`asked_at + make_interval(secs => ${HINT_SECONDS})`;
  const first = sql`least(site.clock_timestamp(), (select min(due_at) from gateway_payment))`;
  const soon = sql<Date>`case when ${again} > site.clock_timestamp() then ${again} else ${first} end`;
  const { numUpdatedRows } = await trx
    .updateTable('gateway_payment')
    .set(dueNow(soon))
    .where('id', '=', id)
    .where(sql<boolean>`(due_at is null or due_at > ${soon})`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? 'ASKING' : 'KNOWN';
}
