import type { Trouble } from '@krapao/contract/connections';
import type { Satang } from '@krapao/contract/money';
import type { OtherSettings } from './connections/sentUnder.ts';
import type { Refusal, Unknown } from './outcome.ts';

/** A connection of operators, with the settings and keys that it has now. */
export interface PayoutConnection {
  id: string;
  settingsVersion: number;
}

/** The connection that a payout went through first. */
export interface SentVia {
  /** Null or none: the sandbox's bank, or nobody. */
  via?: string | null;
  /** Its settings and keys of that time. Null or none: not kept. */
  sentUnder?: number | null;
}

/** How long a node may work on a payout. */
export interface PayoutTime {
  /** In milliseconds since 1970: after it another node may work on it, and nothing more may be ordered. */
  until?: number;
}

export interface PayoutOrder extends SentVia, PayoutTime {
  /** Our id; the bank pays one id once, however often it is sent. */
  id: string;
  from: { bankCode: string; accountNo: string };
  to: { bankCode: string; accountNo: string; accountName: string };
  amount: Satang;
}

export type PayoutResult =
  | { status: 'paid'; transRef: string }
  | { status: 'pending' }
  /** The bank moved another amount: for the operators' queue. */
  | { status: 'mismatch'; amount: Satang }
  /** The connection is switched off, gone, or has other settings than those chosen; or the bank cannot have received it. */
  | { status: 'not_sent'; reason: 'SWITCHED_OFF' | Trouble }
  | Refusal;

export type PayoutQuery =
  | { status: 'paid'; transRef: string }
  | { status: 'pending' }
  | { status: 'failed'; reason: string }
  | { status: 'mismatch'; amount: Satang }
  /** Counts as failed only after a delay: the first call may still be in transit. */
  | { status: 'not_found' }
  | { status: 'manual' }
  | OtherSettings
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
  query(order: { id: string; amount: Satang } & SentVia & PayoutTime): Promise<PayoutQuery>;
}
