import type { GatewayCode } from '@krapao/contract/gateways';
import type { Satang } from '@krapao/contract/money';
import type { Refusal, Unknown } from './outcome.ts';
import type { WebhookHeaders } from './webhookSignature.ts';

export interface PaymentOrder {
  /** Our id; the same id gives the same payment. */
  id: string;
  /** The same for makers that take no id as long as ours: 20 of A-Z and 0-9, unique. */
  reference: string;
  /** In hundredths of `currency`. */
  amount: Satang;
  currency: GatewayCurrency;
  expiresInSeconds: number;
}

export type GatewayCurrency = 'THB' | 'LAK';

/** A waiting payment, to be paid with the QR or on the hosted page; it has at least one of them. */
export interface OpenPayment {
  /** The maker's id. */
  paymentId: string;
  payUrl: string | null;
  /** An EMVCo payload, to be shown as a QR. */
  qrPayload: string | null;
  expiresAt: Date;
}

/** An order that was placed, with what the maker said of it. */
export interface PlacedPayment {
  id: string;
  reference: string;
  /** Null if the answer to the order was lost. */
  paymentId: string | null;
  amount: Satang;
  currency: GatewayCurrency;
  createdAt: Date;
}

export type CreatePaymentResult = { status: 'created'; payment: OpenPayment } | Refusal;

export type PaymentQuery =
  | { status: 'paid'; amount: Satang; paidAt: Date }
  | { status: 'pending' }
  | { status: 'expired' }
  | { status: 'not_found' }
  | { status: 'manual' }
  | Unknown;

/** What a gateway proved to have told of one of our orders: it was paid. */
export interface PaymentNotice {
  /** Our id or reference, or the maker's id of the payment. */
  id: string;
  /** The amount actually paid, in hundredths of the order's currency: credit this. */
  amount: Satang;
  paidAt: Date;
}

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
  query(payment: PlacedPayment): Promise<PaymentQuery>;
}

/** A gateway of the sandbox, whose notices come to GATEWAY_PAYMENT_PATH. */
export interface SandboxGateway extends PaymentGateway {
  /** Reads one delivery; `rawBody` is the body exactly as received. A notice of the other gateway is BAD_BODY. */
  readNotice(headers: WebhookHeaders, rawBody: string | Buffer, now: Date): GatewayNoticeResult;
}
