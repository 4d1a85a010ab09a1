import type { Satang } from '@krapao/contract/money';
import type { Refusal } from './outcome.ts';
import type { MaskedParty } from './slipVerifier.ts';

/** One line of a bank's statement: money that came into an account of ours. */
export interface StatementLine {
  /** The bank's reference of the transfer. */
  transRef: string;
  /** Three-digit bank code; undefined where the statement does not name the bank. */
  sendingBank: string | undefined;
  /** The code of our bank list; undefined where the bank is none of it. */
  sendingBankCode: string | undefined;
  /** In hundredths of the currency. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  sender: MaskedParty;
  /** What our QR handed along, where the network carries it. */
  reference: string | null;
  transferredAt: Date;
  /** True where the statement names the day alone: `transferredAt` is its beginning. */
  isDay?: boolean;
}

export interface StatementAccount {
  bankCode: string;
  accountNo: string;
  promptPayId: string | null;
  laoQr: { iin: string; receiverId: string } | null;
}

export type StatementResult = { status: 'read'; lines: StatementLine[] } | Refusal;

export interface BankStatements {
  /** What came into the account from `since` on. Reading twice changes nothing. */
  read(account: StatementAccount, since: Date): Promise<StatementResult>;
}
