import type { Satang } from '@krapao/contract/money';
import type { Refusal, Unknown } from './outcome.ts';

export interface PayoutOrder {
  /** Ours; the bank pays one id once, however often it is sent. */
  id: string;
  from: { bankCode: string; accountNo: string };
  to: { bankCode: string; accountNo: string; accountName: string };
  amount: Satang;
}

export type PayoutResult =
  | { status: 'paid'; transRef: string }
  | { status: 'pending' }
  /** The bank says that it moved another amount: for the operator's queue. */
  | { status: 'mismatch'; amount: Satang }
  | Refusal;

export type PayoutQuery =
  | { status: 'paid'; transRef: string }
  | { status: 'pending' }
  | { status: 'failed'; reason: string }
  | { status: 'mismatch'; amount: Satang }
  /** Counts as failed only after a delay: the first call may still be on its way. */
  | { status: 'not_found' }
  | { status: 'manual' }
  | Unknown;

export interface PayoutGateway {
  pay(order: PayoutOrder): Promise<PayoutResult>;
  /** Asks for a payout by our id; `amount` is what we ordered. */
  query(order: { id: string; amount: Satang }): Promise<PayoutQuery>;
}
