import type { Satang } from '@krapao/contract/money';
import type { Refusal } from './outcome.ts';

/** One side of a transfer as a bank shows it to others: names and numbers are masked. */
export interface MaskedParty {
  /** For example `SOMCHAI J***`. */
  displayName: string;
  /** For example `xxx-x-x3109-x`; null if the bank shows a PromptPay proxy instead. */
  account: string | null;
  proxy: { type: 'MSISDN' | 'NATID' | 'EWALLETID' | 'BILLERID' | 'LAOQR'; value: string } | null;
}

/** The bank's data of the transfer that a mini-QR names. */
export interface VerifiedSlip {
  transRef: string;
  /** Three-digit bank code. */
  sendingBank: string;
  /** Three-digit bank code; null for a PromptPay receiver. */
  receivingBank: string | null;
  transTimestamp: Date;
  sender: MaskedParty;
  receiver: MaskedParty;
  /** In satang, or in hundredths of a kip. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  ref1: string | null;
}

export type SlipLookup =
  | { status: 'found'; slip: VerifiedSlip }
  /** The bank has not published the transfer yet: ask again later. */
  | { status: 'pending' }
  /** The bank does not know the transfer (a slip can be newer than the bank's books). */
  | { status: 'not_found' }
  /** `rejected` with reason NOT_A_SLIP (1008) is not a payment QR, or its checksum is wrong. */
  | Refusal;

/** The connection that gave an answer, by its name of that time. */
export interface Answerer {
  id: string;
  driver: string;
  name: string;
}

/** Looks slips up at whichever service answers. Without one an operator decides, and nobody answered. */
export interface SlipLookUps {
  lookUp(payload: string): Promise<SlipLookup & { by?: Answerer }>;
}

export interface SlipVerifier {
  /** Looks up a mini-QR payload at the bank. Reading twice changes nothing. */
  lookUp(payload: string): Promise<SlipLookup>;
}
