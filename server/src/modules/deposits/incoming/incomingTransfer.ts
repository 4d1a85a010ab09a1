import type { Satang } from '@krapao/contract/money';
import { CLOSED_BY } from '@krapao/contract/protection/closedBy';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Database, Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { ensureHouseAccount } from '../../../ledger/account.ts';
import type { MaskedParty } from '../../../providers/slipVerifier.ts';
import { bookCredited } from '../../cash/arrivals.ts';
import { creditDeposit } from '../creditDeposit.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import { houseSender } from './houseSender.ts';
import { endSeen } from './seenTransfer.ts';

export type IncomingTransfer = Selectable<Database['incoming_transfer']>;

/** Why a transfer waits for an operator. */
export const QUEUE_NOTES = [
  'NOT_OURS',
  'CURRENCY',
  'NO_MATCH',
  /** The sender, as far as the bank shows it, is the account of more than one member. */
  'FITS_SEVERAL',
  'QR_CLOSED',
  'AMBIGUOUS',
  /** Sent from an account that is not the QR member's, and is no single other member's. */
  'PAYER_DIFFERS',
  /** Sent from an account of ours: nobody's deposit. */
  'OWN_ACCOUNT',
  'SLIP_REFUSED',
  /** A known reference for another account or on another day: a second payment, or an error of the bank. */
  'REFERENCE_REUSED',
  'AMOUNT_DIFFERS',
  /** More than one transfer may be meant, or a credited one may be this money. */
  'SEVERAL_WAYS',
  /** One holder of keys alone told of more than that may credit: another source or a person confirms it. */
  'ONE_PHONE',
  /** On one operator's file the member has got what a day allows: a person decides. */
  'MEMBER_DAY',
  /** May be an earlier report once more, or a late one: only another source or a person credits it. */
  'MAYBE_OLD',
  /** Less is told to be in the account than came: amount or balance is read wrongly, or the text is no bank's. */
  'BALANCE_DIFFERS',
  /** Safer play had closed the member's deposits when it arrived. */
  ...CLOSED_BY,
] as const;
export type QueueNote = (typeof QUEUE_NOTES)[number];

/** A file from an operator: two files of one account may name a transfer differently. */
export interface StatementFileFacts {
  references: ReadonlySet<string>;
  from: Date;
  to: Date;
  /** No other source wrote any of its references. */
  isForeign: boolean;
}

/** A transfer as reported by a notice, a feed, a slip look-up, a statement or an operator. */
export interface SeenTransfer {
  /** Three digits; undefined if the report does not name the bank. */
  sendingBank: string | undefined;
  /** The code in our bank list; undefined if the bank is unknown. */
  sendingBankCode: string | undefined;
  /** The reference, or what `unreferenced` makes where the report has none. */
  transRef: string;
  /** In hundredths of the currency. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  receiver: object;
  sender: MaskedParty;
  transferredAt: Date;
  /** True if the report has only the day, and `transferredAt` is its beginning. */
  isDay?: boolean;
  /** How much earlier or later the money may have been sent, in seconds; the source's usual slack if undefined. */
  slack?: { early: number; late: number } | undefined;
  source: 'NOTICE' | 'SLIP' | 'STATEMENT' | 'OPERATOR' | 'FEED';
  /** Which of several feeds: each tells of a transfer once. The source if undefined. */
  teller?: string | undefined;
  /**
   * True if this may be an earlier report of the same teller once more, or a late one that does not tell when it was
   * sent: on its word alone no machine credits it.
   */
  isDoubtful?: boolean;
  /** The transfer that the same teller told of before in the same words. */
  repeats?: bigint | undefined;
  /** True if an event that was told before tells another amount now: it is no twin, and a person looks at it. */
  contradicts?: boolean;
  /** The operator's file that reports it, as counted in own_money; undefined if a bank reports it. */
  fileId?: bigint | undefined;
  /** What stands beside it in the file. */
  file?: StatementFileFacts | undefined;
  /** The owner of the money on the word of an operator, who names no sender. */
  memberId?: bigint;
}

export const tellerOf = ({ teller, source }: Pick<SeenTransfer, 'teller' | 'source'>): string =>
  teller ?? source;

/** The stored form of the sender: as the bank showed it, with the bank's code. */
export type StoredSender = MaskedParty & { bankCode?: string };

/** The sender of a transfer as the bank showed it. */
export const senderOf = ({ sender }: Pick<IncomingTransfer, 'sender'>): StoredSender =>
  sender as unknown as StoredSender;

/** The sender as the report shows it. */
export const senderOfReport = ({ sender, sendingBankCode }: SeenTransfer): StoredSender => ({
  ...sender,
  ...(sendingBankCode !== undefined && { bankCode: sendingBankCode }),
});

/** Whether a report shows anything of who sent it. */
export const showsSender = ({ displayName, account, proxy }: MaskedParty): boolean =>
  displayName !== '' || account !== null || proxy !== null;

/** Placeholder for the sending bank until a report names it. */
export const NO_BANK = '000';

/** The stored form of a report's sender. */
export const storedSender = ({ sender, sendingBankCode }: SeenTransfer) =>
  JSON.stringify({ ...sender, bankCode: sendingBankCode });

/** Queues the transfer for an operator, with the reason. */
export async function queueTransfer(trx: Trx, transfer: IncomingTransfer, note: QueueNote): Promise<void> {
  await trx.updateTable('incoming_transfer').set({ note }).where('id', '=', transfer.id).execute();
}

export interface TransferCredit {
  memberId: bigint;
  /** Satang for the wallet. */
  amount: Satang;
  cause: string;
  account: DepositAccount;
  rules: DepositRules;
  /** The operator, if a person decided. */
  decision?: Decision;
}

/**
 * Credits a queued transfer to the member, once: ledger, coins, statement and the transfer in one transaction. The
 * caller holds the row's lock (recordTransfer).
 * @throws AppError HOUSE_MONEY if an account of ours sent it, and what creditDeposit refuses
 */
export async function creditTransfer(
  trx: Trx,
  transfer: IncomingTransfer,
  { memberId, amount, cause, account, rules, decision }: TransferCredit,
): Promise<IncomingTransfer> {
  if ((await houseSender(trx, senderOf(transfer))) === 'house') throw new AppError('HOUSE_MONEY');
  const actor = decision?.operator ?? 'system';
  const booked = await bookCredited(trx, transfer, account, { cause, actor });
  const credited = await trx
    .updateTable('incoming_transfer')
    .set({
      status: 'CREDITED',
      cash_posting_id: booked,
      suspense_posting_id: null,
      note: null,
      member_id: memberId,
      cause,
      credited_amount: amount,
      credited_at: sql<Date>`site.clock_timestamp()`,
      deposit_account_id: account.id,
      ...(decision && decisionColumns(decision)),
    })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await endSeen(trx, transfer.id, { memberId, cause, amount });
  await creditDeposit(trx, {
    memberId,
    amount,
    from: account.bank_code,
    debit: await ensureHouseAccount(trx, 'bank', account.bank_code),
    // The key is derived from the transfer and not from a claim, so a second claim cannot book it again.
    key: ['deposit', 'incoming-transfer', String(transfer.id)],
    cause,
    rules,
    actor,
  });
  return credited;
}
