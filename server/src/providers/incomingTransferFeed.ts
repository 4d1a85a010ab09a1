import type { Satang } from '@krapao/contract/money';
import type { MaskedParty } from './slipVerifier.ts';
import type { WebhookHeaders } from './webhookSignature.ts';

/** The receiver of the money; the bank names it in full to the account's owner. */
export type TransferReceiver =
  | { type: 'account'; bankCode: string; accountNo: string }
  | { type: 'promptpay'; proxyType: 'MSISDN' | 'NATID' | 'EWALLETID'; id: string }
  | { type: 'biller'; billerId: string; ref1: string; ref2: string | null }
  | { type: 'laoqr'; iin: string; receiverId: string; reference: string | null };

/** One transfer into one of the operator's accounts. */
export interface BankNotice {
  /** The same in every delivery of this notice. */
  eventId: string;
  transRef: string;
  /** Three-digit bank code; with transRef the unique key of the transfer. */
  sendingBank: string;
  /** The code in our bank list, for example KBANK. */
  sendingBankCode: string;
  /** In satang, or in hundredths of a kip. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  receiver: TransferReceiver;
  sender: MaskedParty;
  transferredAt: Date;
}

export type BankNoticeResult =
  | { status: 'accepted'; transfer: BankNotice }
  /** Bad signature, too old, or not a transfer: answer 401 or 400 and change nothing. */
  | { status: 'rejected'; reason: 'BAD_SIGNATURE' | 'BAD_BODY' };

/** Receives the bank's notices; the bank delivers each at least once, until we answer 2xx. */
export const INCOMING_TRANSFER_PATH = '/webhooks/incoming-transfers';

export interface IncomingTransferFeed {
  /** Reads one delivery; `rawBody` is the body exactly as received. */
  read(headers: WebhookHeaders, rawBody: string | Buffer, now: Date): BankNoticeResult;
}
