import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { madeBefore } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import { clock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import { limitOf } from '../../../errorDetail.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { inSeconds } from '../../../jobs/leasedWork.ts';
import type { Connections } from '../../../providers/connections/connections.ts';
import type { CreatePaymentResult, OpenPayment } from '../../../providers/paymentGateway.ts';
import { lockDeposits, requireDeposit } from '../../protection/admit.ts';
import { kipFor, satangFor } from '../kipRate.ts';
import { callGateway } from './callGateway.ts';
import { currentGateway, type GatewayRow, takerOfOrders } from './catalogue.ts';
import { type GatewayPaymentRow, placedPayment, WAIT_SECONDS } from './gatewayPayment.ts';

export interface GatewayRequest {
  memberId: bigint;
  code: string;
  amount: Satang;
  /** The site's least deposit. */
  minimum: Satang;
  minutes: number;
  /** Hundredths of a kip for one baht, for a gateway in kip. */
  attForBaht: number;
  requestKey: RequestKey | undefined;
}

/** Of one member: each order causes questions to its maker until its end. */
const ORDERS: RateLimit = { name: 'gateway:order', limit: 10, seconds: 600 };

/**
 * Stores an order before the gateway is called; the member's open one at this gateway is cancelled. The connection that
 * takes it and the rate stay with the order.
 * @throws AppError NO_BANK, DEPOSIT_MINIMUM and DEPOSIT_MAXIMUM with the limit, REQUEST_LIMIT, IDEMPOTENCY_MISMATCH, and what
 * requireDeposit refuses
 */
export async function startGatewayPayment(
  trx: Trx,
  connections: Pick<Connections, 'find'>,
  request: GatewayRequest,
): Promise<GatewayPaymentRow> {
  const { memberId, code, amount: requested, attForBaht, minutes, requestKey } = request;
  const made = await madeBefore(trx, 'gateway_payment', memberId, requestKey);
  if (made) return made;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.gateway:${memberId}`}, 0))`.execute(trx);
  await lockDeposits(trx, memberId);
  const gateway = await trx
    .selectFrom('gateway')
    .selectAll()
    .where('code', '=', code)
    .forShare()
    .executeTakeFirstOrThrow();
  const connection = takerOfOrders(connections, gateway);
  if (connection === undefined) throw new AppError('NO_BANK', `no deposits through ${code}`);
  requireBetween(requested, request.minimum, gateway);
  await countWithin(trx, ORDERS, memberId.toString());
  await trx
    .updateTable('gateway_payment')
    .set({ status: 'CANCELLED', closed_at: sql`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('gateway', '=', code)
    .where('status', 'in', ['CREATING', 'OPEN'])
    .execute();
  const isKip = gateway.currency === 'LAK';
  const payAmount = isKip ? kipFor(requested, attForBaht) : requested;
  const amount = isKip ? satangFor(payAmount, attForBaht) : requested;
  await requireDeposit(trx, memberId, amount);
  return trx
    .insertInto('gateway_payment')
    .values({
      member_id: memberId,
      gateway: code,
      connection_id: connection.id,
      amount,
      pay_currency: gateway.currency,
      pay_amount: payAmount,
      att_for_baht: isKip ? attForBaht : null,
      expires_at: sql`site.clock_timestamp() + make_interval(mins => ${minutes})`,
      ...requestKeyColumns(requestKey),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function requireBetween(amount: Satang, siteMinimum: Satang, { minimum, maximum }: GatewayRow): void {
  const least = minimum > siteMinimum ? minimum : siteMinimum;
  if (amount < least) throw new AppError('DEPOSIT_MINIMUM', undefined, limitOf(least));
  if (maximum !== null && amount > maximum)
    throw new AppError('DEPOSIT_MAXIMUM', undefined, limitOf(maximum));
}

/**
 * Creates the payment of a stored order at the connection that took it. After a lost answer it asks once more under the
 * same id, and again when the member repeats the call.
 * @throws AppError QR_FAIL if there is nothing to pay
 */
export async function openGatewayPayment(
  context: Pick<AppContext, 'db' | 'connections'>,
  payment: GatewayPaymentRow,
  { shown }: Pick<GatewayRow, 'shown'>,
): Promise<GatewayPaymentRow> {
  const opened = payment.status === 'CREATING' ? await create(context, payment, shown) : payment;
  if (opened.status === 'CREATING' || opened.status === 'FAILED')
    throw new AppError('QR_FAIL', opened.note ?? undefined);
  return opened;
}

async function create(
  { db, connections }: Pick<AppContext, 'db' | 'connections'>,
  payment: GatewayPaymentRow,
  shown: string,
): Promise<GatewayPaymentRow> {
  const connection = await currentGateway(connections, payment.connection_id);
  if (!connection?.isActive) return payment;
  const order = () => ({
    ...placedPayment(payment),
    expiresInSeconds: Math.max(Math.floor((payment.expires_at.getTime() - clock.now()) / 1000), 1),
  });
  const ask = () =>
    callGateway<CreatePaymentResult>(connections, connection, 'create', (gateway) =>
      gateway.createPayment(order()),
    );
  let result = await ask();
  if (result.status === 'unknown' && LOST.includes(result.reason)) result = await ask();
  if (result.status === 'created' && (await isAnothers(db, payment, result.payment)))
    result = { status: 'unknown', reason: 'BAD_ANSWER' };
  const changed = await db
    .updateTable('gateway_payment')
    .set(changeOf(payment, result, shown))
    .where('id', '=', payment.id)
    .where('status', '=', 'CREATING')
    .returningAll()
    .executeTakeFirst();
  return (
    changed ??
    db.selectFrom('gateway_payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
  );
}

/** A maker that gives one id to two orders could tell of neither. */
async function isAnothers(
  db: Db,
  { id, connection_id }: GatewayPaymentRow,
  { paymentId }: OpenPayment,
): Promise<boolean> {
  const other = await db
    .selectFrom('gateway_payment')
    .select('id')
    .where('connection_id', '=', connection_id)
    .where('payment_id', '=', paymentId)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}

/** The order may have been placed; a maker that was busy or knows no such key has read none. */
const LOST: readonly string[] = ['TIMEOUT', 'CONNECTION', 'SERVER_ERROR', 'BAD_ANSWER'];

/** A maker's QR may end a little after ours: questions and the queue follow the end. */
const LONGER_AT_MAKER_MS = 5 * 60_000;

function changeOf({ expires_at }: GatewayPaymentRow, result: CreatePaymentResult, shown: string) {
  if (result.status === 'created') {
    const way = wayToPay(result.payment, shown);
    if (way === null) return { note: 'BAD_ANSWER' };
    const { paymentId, expiresAt } = result.payment;
    const latest = expires_at.getTime() + LONGER_AT_MAKER_MS;
    return {
      status: 'OPEN',
      payment_id: paymentId,
      ...way,
      expires_at: new Date(Math.min(expiresAt.getTime(), latest)),
      note: null,
      due_at: inSeconds(WAIT_SECONDS),
    };
  }
  if (result.status === 'unknown') return { note: result.reason };
  return {
    status: 'FAILED',
    note: result.status === 'manual' ? 'NO_GATEWAY' : result.reason,
    closed_at: sql<Date>`site.clock_timestamp()`,
    due_at: null,
  };
}

const PAGE = /^https?:\/\/\S+$/;
/** A longer text makes a QR that phones cannot read. */
const LONGEST = 1_000;

/** The QR, or the page where the gateway has no QR or is shown as a page; null if the maker gave neither. */
function wayToPay({ qrPayload, payUrl }: OpenPayment, shown: string) {
  const isQr = qrPayload !== null && qrPayload !== '' && qrPayload.length <= LONGEST;
  const isPage = payUrl !== null && PAGE.test(payUrl) && payUrl.length <= LONGEST;
  if (isPage && (shown === 'PAGE' || !isQr)) return { payload: null, pay_url: payUrl };
  return isQr ? { payload: qrPayload, pay_url: null } : null;
}

/** Gateway orders by their key: one that the gateway refused releases it. */
export const gatewayOutcome: OutcomeSource = {
  kind: 'qr',
  state: sql`case status when 'CREATING' then 'under_way' when 'FAILED' then 'refused' else 'done' end`,
  code: sql`case status when 'FAILED' then 'QR_FAIL' end`,
  amount: sql`amount`,
  isFree: sql`status = 'FAILED'`,
};
