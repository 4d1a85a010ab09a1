import type { GatewayCode } from '@krapao/contract/gateways';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Database, Db, Trx } from '../../../database/connect.ts';
import type { PlacedPayment } from '../../../providers/paymentGateway.ts';
import { qrSvg } from '../qr/promptPayQr.ts';
import { NO_QR, type QrState } from '../qr/showQr.ts';

export type GatewayPaymentRow = Selectable<Database['gateway_payment']>;

const STATES: Readonly<Record<string, QrState['status']>> = {
  OPEN: 'OPEN',
  PAID: 'PAID',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** The statement's cause of a payment. */
export const gatewayCause = (paymentId: string): string => `gateway:${paymentId}`;

/** The order as its gateway knows it. */
export function placedPayment({ id, payment_id, amount, created_at }: GatewayPaymentRow): PlacedPayment {
  const reference = BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .slice(-20);
  return { id, reference, paymentId: payment_id, amount, currency: 'THB', createdAt: created_at };
}

/** The payment's current state for the member: its QR while it can be paid. */
export async function presentGatewayPayment(payment: GatewayPaymentRow, now = new Date()): Promise<QrState> {
  const leftMs = payment.expires_at.getTime() - now.getTime();
  const isOpen = payment.status === 'OPEN' && leftMs > 0;
  return {
    qrcodeId: payment.id,
    hasQrcode: isOpen,
    qrcode: isOpen ? await qrSvg(payment.payload ?? '') : '',
    amount: bahtFromSatang(payment.status === 'PAID' ? (payment.paid_amount ?? 0n) : payment.amount),
    expireIn: isOpen ? Math.ceil(leftMs / 1000) : 0,
    message: payment.status === 'FAILED' ? 'QR_FAIL' : '',
    status: payment.status === 'OPEN' && !isOpen ? 'EXPIRED' : (STATES[payment.status] ?? 'NONE'),
  };
}

/** The member's newest payment at a gateway (DEP-06). @throws AppError NO_BANK */
export async function newestGatewayPayment(db: Db, memberId: bigint, gateway: GatewayCode): Promise<QrState> {
  await requireGatewayAccount(db, gateway);
  const payment = await db
    .selectFrom('gateway_payment')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('gateway', '=', gateway)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return payment ? presentGatewayPayment(payment) : NO_QR;
}

/** @throws AppError NO_BANK if operators offer no deposits through this gateway */
export async function requireGatewayAccount(db: Db | Trx, gateway: GatewayCode): Promise<void> {
  const account = await db
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_type', '=', gateway)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!account) throw new AppError('NO_BANK', `no deposits through ${gateway}`);
}
