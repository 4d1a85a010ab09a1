import type { Satang } from '@krapao/contract/money';
import type { Refusal } from './outcome.ts';
import type { MaskedParty } from './slipVerifier.ts';

/** One line of a bank's statement: money that arrived in one of our accounts. */
export interface StatementLine {
  /** The bank's reference of the transfer. */
  transRef: string;
  /** Three-digit bank code; undefined if the statement does not name the bank. */
  sendingBank: string | undefined;
  /** The code in our bank list; undefined if the bank is not in it. */
  sendingBankCode: string | undefined;
  /** In hundredths of the currency. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  sender: MaskedParty;
  /** The reference from our QR, if the network transmits it. */
  reference: string | null;
  transferredAt: Date;
  /** True if the statement has only the day: `transferredAt` is then its beginning. */
  isDay?: boolean;
  /** The account's balance after the line; undefined or null if the statement does not tell it. */
  balance?: Satang | null;
}

export interface StatementAccount {
  bankCode: string;
  accountNo: string;
  promptPayId: string | null;
  laoQr: { iin: string; receiverId: string } | null;
}

export type StatementResult = { status: 'read'; lines: StatementLine[] } | Refusal;

export interface BankStatements {
  /** Money that arrived in the account since `since`. Reading twice changes nothing. */
  read(account: StatementAccount, since: Date): Promise<StatementResult>;
}
