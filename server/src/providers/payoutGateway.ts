import type { Satang } from '@krapao/contract/money';
import type { Refusal, Unknown } from './outcome.ts';

export interface PayoutOrder {
  /** Our id; the bank pays one id once, however often it is sent. */
  id: string;
  from: { bankCode: string; accountNo: string };
  to: { bankCode: string; accountNo: string; accountName: string };
  amount: Satang;
  /** The connection that the payout goes through; null or none: the sandbox's bank, or nobody. */
  via?: string | null;
}

export type PayoutResult =
  | { status: 'paid'; transRef: string }
  | { status: 'pending' }
  /** The bank moved another amount: for the operators' queue. */
  | { status: 'mismatch'; amount: Satang }
  /** The connection is switched off or gone: nothing was called. */
  | { status: 'not_sent' }
  | Refusal;

export type PayoutQuery =
  | { status: 'paid'; transRef: string }
  | { status: 'pending' }
  | { status: 'failed'; reason: string }
  | { status: 'mismatch'; amount: Satang }
  /** Counts as failed only after a delay: the first call may still be in transit. */
  | { status: 'not_found' }
  | { status: 'manual' }
  | Unknown;

/** What a payout service proved to have told of one of our orders. */
export interface PayoutNotice {
  /** Our id. */
  id: string;
  result: Extract<PayoutQuery, { status: 'paid' | 'pending' | 'failed' | 'mismatch' }>;
}

/** `unknown`, `rejected` and `manual` all mean that the name is unknown. */
export type AccountNameResult = { status: 'told'; name: string } | Refusal;

export interface PayoutGateway {
  /** The name of an account from its bank, perhaps masked. A connection that cannot ask answers `manual`. */
  accountName(account: { bankCode: string; accountNo: string }): Promise<AccountNameResult>;
  pay(order: PayoutOrder): Promise<PayoutResult>;
  /** Asks for the state of a payout by our id; `amount` is what we ordered. */
  query(order: { id: string; amount: Satang; via?: string | null }): Promise<PayoutQuery>;
}
