import type { Satang } from '@krapao/contract/money';
import type { Refusal, Unknown } from './outcome.ts';

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

/**
 * It was paid, and the money went back, is contested, or came more than once: only a person at the maker knows whose it is
 * now.
 */
export type TakenBack = 'REFUNDED' | 'DISPUTED' | 'PAID_TWICE';

export type PaymentQuery =
  | { status: 'paid'; amount: Satang; paidAt: Date }
  | { status: 'pending' }
  | { status: 'expired' }
  | { status: 'taken_back'; reason: TakenBack }
  | { status: 'not_found' }
  | { status: 'manual' }
  | Unknown;

/** What a gateway proved to have told of one of our orders: it was paid. */
export interface PaymentNotice {
  /** Our id or reference, or the maker's id of the payment. */
  id: string;
  /** The maker's id, where `id` is ours. One that differs from the order's is asked about. */
  paymentId?: string;
  /** The amount actually paid, in hundredths of the order's currency: credit this. */
  amount: Satang;
  paidAt: Date;
}

export interface PaymentGateway {
  createPayment(order: PaymentOrder): Promise<CreatePaymentResult>;
  query(payment: PlacedPayment): Promise<PaymentQuery>;
}
