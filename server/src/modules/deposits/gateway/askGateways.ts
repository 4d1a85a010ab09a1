import type { GatewayCode } from '@krapao/contract/gateways';
import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { leaseEnd } from '../../../jobs/leaseOf.ts';
import type { PaymentGateway, PaymentQuery } from '../../../providers/paymentGateway.ts';
import type { GatewayPaymentRow } from './gatewayPayment.ts';
import { lockGatewayPayment, settleGatewayPayment } from './settleGatewayPayment.ts';

type Gateways = Readonly<Record<GatewayCode, PaymentGateway>>;

/** The job's name, to wake it by. */
export const ASK_GATEWAYS = 'ask-gateways';

const AT_ONCE = 8;
// Often while the member waits; rarely afterwards, for payments that a gateway reports late.
const WAIT_SECONDS = 30;
const LATE_WAIT_SECONDS = 3_600;
const OFTEN_AFTER_EXPIRY_MS = 10 * 60_000;
const LAST_ASK_AFTER_EXPIRY_MS = 24 * 3_600_000;
/** A gateway's clock may be behind ours: its "expired" counts only this long after the end. */
const CLOCKS_DIFFER_MS = 60_000;

/** Asks the gateways about payments whose notice may be lost. @returns how many it asked about */
export async function askGateways(
  db: Db,
  gateways: Gateways,
  { satangForCoin, leaseSeconds }: { satangForCoin: number; leaseSeconds: number },
): Promise<number> {
  const { rows } = await sql<GatewayPaymentRow>`
    update gateway_payment set due_at = ${leaseEnd(leaseSeconds)}, asks = asks + 1
    where id in (
      select id from gateway_payment where due_at <= now() order by due_at limit ${AT_ONCE} for update skip locked)
    returning *`.execute(db);
  await Promise.all(rows.map((payment) => ask(db, gateways, payment, satangForCoin)));
  return rows.length;
}

async function ask(
  db: Db,
  gateways: Gateways,
  { id, gateway }: GatewayPaymentRow,
  satangForCoin: number,
): Promise<void> {
  const answer = await gateways[gateway as GatewayCode].query(id);
  await db.transaction().execute(async (trx) => {
    const payment = await lockGatewayPayment(trx, id);
    if (payment === undefined || payment.paid_at !== null) return;
    if (answer.status === 'paid') return settleGatewayPayment(trx, payment, answer, satangForCoin);
    const wait = waitAfter(payment, answer, Date.now());
    await trx
      .updateTable('gateway_payment')
      .set({
        due_at: wait === null ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${wait})`,
      })
      .where('id', '=', id)
      .execute();
  });
}

/** Seconds until the next time; null if the gateway's final answer is known. */
function waitAfter({ expires_at }: GatewayPaymentRow, { status }: PaymentQuery, now: number): number | null {
  const overMs = now - expires_at.getTime();
  if (status === 'manual' || overMs > LAST_ASK_AFTER_EXPIRY_MS) return null;
  if (status === 'expired' && overMs > CLOCKS_DIFFER_MS) return null;
  return overMs > OFTEN_AFTER_EXPIRY_MS ? LATE_WAIT_SECONDS : WAIT_SECONDS;
}
