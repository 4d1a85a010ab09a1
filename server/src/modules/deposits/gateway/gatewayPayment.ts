import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import { AppError } from '../../../appError.ts';
import { clock } from '../../../clock.ts';
import type { Database, Db } from '../../../database/connect.ts';
import type { GatewayCurrency, PlacedPayment } from '../../../providers/paymentGateway.ts';
import { satangFor } from '../kipRate.ts';
import { qrSvg } from '../qr/promptPayQr.ts';
import { NO_QR, type QrState } from '../qr/showQr.ts';
import type { GatewayRow } from './catalogue.ts';

export type GatewayPaymentRow = Selectable<Database['gateway_payment']>;

const STATES: Readonly<Record<string, QrState['status']>> = {
  OPEN: 'OPEN',
  PAID: 'PAID',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** Between two questions about an order that the member may pay just now. */
export const WAIT_SECONDS = 30;

/** The note of an order whose signed notice named another amount or payment. */
export const NOTICE_DIFFERS = 'NOTICE_DIFFERS';

/** The note of a payment of far more than was ordered. */
export const TOO_MUCH = 'TOO_MUCH';

/** The statement's cause of a payment. */
export const gatewayCause = (paymentId: string): string => `gateway:${paymentId}`;

/** The order as its gateway knows it. */
export function placedPayment(payment: GatewayPaymentRow): PlacedPayment {
  return {
    id: payment.id,
    reference: payment.reference,
    paymentId: payment.payment_id,
    amount: payment.pay_amount,
    currency: payment.pay_currency as GatewayCurrency,
    createdAt: payment.created_at,
  };
}

/** Whether the member saw a way to pay. */
export const wasShown = ({ payload, pay_url }: GatewayPaymentRow): boolean =>
  payload !== null || pay_url !== null;

/** What `received` hundredths of the order's currency are worth, at the rate of the order; at least one satang. */
export function worthOf(payment: GatewayPaymentRow, received: bigint): Satang {
  if (received === payment.pay_amount) return payment.amount;
  if (payment.att_for_baht === null) return received;
  const worth = satangFor(received, payment.att_for_baht);
  return worth > 0n ? worth : 1n;
}

/** The payment's current state for the member: its QR, or the QR of its page, while it can be paid. */
export async function presentGatewayPayment(
  payment: GatewayPaymentRow,
  now = clock.date(),
): Promise<QrState> {
  const { payload, pay_url } = payment;
  const leftMs = payment.expires_at.getTime() - now.getTime();
  const isOpen = payment.status === 'OPEN' && leftMs > 0;
  return {
    qrcodeId: payment.id,
    hasQrcode: isOpen,
    qrcode: isOpen ? await qrSvg(payload ?? pay_url ?? '') : '',
    amount: bahtFromSatang(payment.status === 'PAID' ? (payment.paid_amount ?? 0n) : payment.amount),
    expireIn: isOpen ? Math.ceil(leftMs / 1000) : 0,
    message: payment.status === 'FAILED' ? 'QR_FAIL' : '',
    status: payment.status === 'OPEN' && !isOpen ? 'EXPIRED' : (STATES[payment.status] ?? 'NONE'),
    ...(payment.pay_currency === 'LAK' && { kip: Number(payment.pay_amount / 100n) }),
    ...(isOpen && pay_url !== null && { payUrl: pay_url }),
  };
}

/** The member's newest payment at a gateway (DEP-06). @throws AppError NO_BANK if it is switched off */
export async function newestGatewayPayment(
  db: Db,
  memberId: bigint,
  { code, is_active }: GatewayRow,
): Promise<QrState> {
  if (!is_active) throw new AppError('NO_BANK', `no deposits through ${code}`);
  const payment = await db
    .selectFrom('gateway_payment')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('gateway', '=', code)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return payment ? presentGatewayPayment(payment) : NO_QR;
}
