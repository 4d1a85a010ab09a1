import type { GatewayCode } from '@krapao/contract/gateways';
import type { Satang } from '@krapao/contract/money';
import type { Refusal, Unknown } from './outcome.ts';
import type { WebhookHeaders } from './webhookSignature.ts';

export interface PaymentOrder {
  /** Our id; the same id gives the same payment. */
  id: string;
  amount: Satang;
  expiresInSeconds: number;
}

/** A waiting payment, to be paid on the hosted page or with the QR payload. */
export interface OpenPayment {
  paymentId: string;
  payUrl: string;
  /** An EMVCo payload, to be shown as a QR. */
  qrPayload: string;
  expiresAt: Date;
}

export type CreatePaymentResult = { status: 'created'; payment: OpenPayment } | Refusal;

export type PaymentQuery =
  | { status: 'paid'; amount: Satang; paidAt: Date }
  | { status: 'pending' }
  | { status: 'expired' }
  | { status: 'not_found' }
  | { status: 'manual' }
  | Unknown;

/** A gateway's notice that one of our orders was paid. */
export interface GatewayNotice {
  eventId: string;
  gateway: GatewayCode;
  /** Our order's id. */
  id: string;
  paymentId: string;
  /** The amount actually paid: credit this. */
  amount: Satang;
  paidAt: Date;
}

export type GatewayNoticeResult =
  | { status: 'accepted'; notice: GatewayNotice }
  | { status: 'rejected'; reason: 'BAD_SIGNATURE' | 'BAD_BODY' };

/** Receives the gateways' notices; each is delivered at least once, until we answer 2xx. */
export const GATEWAY_PAYMENT_PATH = '/webhooks/gateway-payments';

export interface PaymentGateway {
  createPayment(order: PaymentOrder): Promise<CreatePaymentResult>;
  query(id: string): Promise<PaymentQuery>;
  /** Reads one delivery; `rawBody` is the body exactly as received. A notice of the other gateway is BAD_BODY. */
  readNotice(headers: WebhookHeaders, rawBody: string | Buffer, now: Date): GatewayNoticeResult;
}
