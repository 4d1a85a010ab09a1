import type { Satang } from '@krapao/contract/money';
import type { TransferReceiver } from './incomingTransferFeed.ts';
import type { MaskedParty } from './slipVerifier.ts';

/**
 * One transfer into one of our accounts as a feed of a bank tells of it. Texts of bank apps and SMS carry no reference
 * and name the sender in part or not at all: an observation, which is fused with others (trust.md).
 */
export interface BankReport {
  /** The same in every delivery of this report. */
  sourceKey: string;
  /** The bank's reference; null if the report has none. */
  transRef: string | null;
  /** Three-digit bank code of the sender; null if it is not told. */
  sendingBank: string | null;
  /** In hundredths of `currency`. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  /** Where the money arrived, as far as the report shows it. */
  receiver: TransferReceiver | { type: 'masked'; bankCode: string; account: string };
  sender: MaskedParty | null;
  /** The reference of our QR, if the network carries it. */
  reference: string | null;
  transferredAt: Date;
  /** Seconds by which the time may be wrong: 60 for a text that shows minutes, 86,400 for a day. */
  precisionSeconds: number;
  /** The account's balance afterwards, if it is told. */
  balanceAfter: Satang | null;
}
