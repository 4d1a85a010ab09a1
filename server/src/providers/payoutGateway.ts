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

/** `unknown`, `rejected` and `manual` all mean that nobody knows the name. */
export type AccountNameResult = { status: 'told'; name: string } | Refusal;

export interface PayoutGateway {
  /** The name of an account as its bank tells it, perhaps masked. A connection that cannot ask answers `manual`. */
  accountName(account: { bankCode: string; accountNo: string }): Promise<AccountNameResult>;
  pay(order: PayoutOrder): Promise<PayoutResult>;
  /** Asks for a payout by our id; `amount` is what we ordered. */
  query(order: { id: string; amount: Satang }): Promise<PayoutQuery>;
}
