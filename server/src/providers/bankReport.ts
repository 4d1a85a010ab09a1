import type { Satang } from '@krapao/contract/money';
import type { BankTexts } from './bankFeed/generic/bankTexts.ts';
import type { TransferReceiver } from './incomingTransferFeed.ts';
import type { MaskedParty } from './slipVerifier.ts';

/** Where the money arrived, as a bank's text shows it: a masked number, or the bank alone (`account` is null). */
export interface MaskedReceiver {
  type: 'masked';
  bankCode: string;
  account: string | null;
}

/**
 * One transfer into one of our accounts as a feed of a bank tells of it. Texts of bank apps and SMS carry no reference
 * and name the sender in part or not at all: an observation, which is fused with others (trust.md).
 */
export interface BankReport {
  /** The same in every delivery of this report. */
  sourceKey: string;
  /** Which of a phone's ways tells it: each tells of a transfer once. */
  channel: 'APP' | 'SMS' | 'JSON';
  /** Equal for equal texts. */
  text: string;
  /** When the phone showed it, by its own clock; when it came if the phone did not say. */
  postedAt: Date;
  /** Whether the time says in which zone it is, or is a text of a bank: else it counts as Bangkok's, and may be another's. */
  hasZone: boolean;
  /** What tells when the money was sent: the text itself, the phone that showed it, or only its arrival here. */
  datedBy: 'TEXT' | 'PHONE' | 'ARRIVAL';
  /** The bank's reference; null if the report has none. */
  transRef: string | null;
  /** The sender's bank in our list; null if it is not told. */
  sendingBankCode: string | null;
  /** In hundredths of `currency`. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  receiver: TransferReceiver | MaskedReceiver;
  /** Null if nothing of the sender is told. */
  sender: MaskedParty | null;
  /** The reference of our QR, if the network carries it. */
  reference: string | null;
  transferredAt: Date;
  /** Seconds by which the money may have been sent before or after `transferredAt`. */
  slack: { early: number; late: number };
  /** The account's balance afterwards, if it is told. */
  balanceAfter: Satang | null;
}

/** What one delivery of a feed tells. Without reports it shows that the feed is alive. */
export interface FeedNews {
  /** The phone or service whose key proved it; null for a key that an operator typed. */
  phoneId: string | null;
  reports: readonly BankReport[];
  /** Texts of a bank that no pattern reads, and events that cannot be read. */
  unread: number;
  /** Events of no money in: amounts of zero or below. */
  skipped: number;
}

/** How far a notice follows the form of a known text. */
export interface NearestForm {
  bank: string;
  form: string;
  /** The beginning of the notice that has the form. */
  read: string;
  unread: string;
  /** The rest of the form; empty if the notice follows it to its end. */
  expected: string;
}

/** A feed only receives; it can be asked how it reads. */
export interface BankFeed {
  /** A feed that is not heard for this long has fallen silent. */
  silentMinutes: number;
  /** How it reads a forwarded notice; stores nothing. */
  readNotice(notice: { text: string; from: string; shownAt: Date | null; receivedAt: Date }):
    | { is: 'report'; report: BankReport; isConfirmed: boolean }
    /** Nobody who speaks for a bank sent it. */
    | { is: 'stranger' }
    /** Money out, a code, an advertisement, or a form that is not known. */
    | { is: 'other'; bank: string };
  /** The texts that it reads, its own before the usual ones. */
  texts: readonly BankTexts[];
  /** Of the texts of those who speak for `from`, the one that a notice follows furthest; null if it follows none. */
  nearestForm(notice: { text: string; from: string }): NearestForm | null;
}
