import type { Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { ensureHouseAccount } from '../../../ledger/account.ts';
import type { MaskedParty } from '../../../providers/slipVerifier.ts';
import { creditDeposit } from '../creditDeposit.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { endSeen } from './seenTransfer.ts';

export type IncomingTransfer = Selectable<Database['incoming_transfer']>;

/** Why a transfer waits for an operator. */
export type QueueNote =
  | 'NOT_OURS'
  | 'CURRENCY'
  | 'NO_MATCH'
  | 'QR_CLOSED'
  | 'AMBIGUOUS'
  /** Another account than that of the QR's member, and no other member's alone. */
  | 'PAYER_DIFFERS'
  | 'SLIP_REFUSED'
  /** A known reference, into another account or on another day: a second payment, or a bank that errs. */
  | 'REFERENCE_REUSED'
  | 'AMOUNT_DIFFERS';

/** A file that an operator hands in: two of one account may name a transfer differently. */
export interface StatementFileFacts {
  references: ReadonlySet<string>;
  from: Date;
  to: Date;
  /** None of its references is one that another source wrote, too. */
  isForeign: boolean;
}

/** A transfer as a notice, a slip look-up, a statement or an operator reports it. */
export interface SeenTransfer {
  /** Three digits; undefined where the report does not name the bank. */
  sendingBank: string | undefined;
  /** The code of our bank list; undefined where the number is of no bank we know. */
  sendingBankCode: string | undefined;
  transRef: string;
  /** In hundredths of the currency. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  receiver: object;
  sender: MaskedParty;
  transferredAt: Date;
  /** True where the report names the day alone, and `transferredAt` is its beginning. */
  isDay?: boolean;
  source: 'NOTICE' | 'SLIP' | 'STATEMENT' | 'OPERATOR';
  /** The file of an operator that tells it, as own_money counts it; undefined where a bank does. */
  fileId?: bigint | undefined;
  /** What stands beside it in the file. */
  file?: StatementFileFacts | undefined;
  /** Whose money it is by an operator's word, who names no sender. */
  memberId?: bigint;
}

/** How the sender is kept: as the bank showed it, with the bank's code. */
export type StoredSender = MaskedParty & { bankCode?: string };

/** How the bank showed the sender of a transfer. */
export const senderOf = ({ sender }: Pick<IncomingTransfer, 'sender'>): StoredSender =>
  sender as unknown as StoredSender;

/** Whether a report shows anything of who sent it. */
export const showsSender = ({ displayName, account, proxy }: MaskedParty): boolean =>
  displayName !== '' || account !== null || proxy !== null;

/** Stands for the sending bank until a report names it. */
export const NO_BANK = '000';

/** A report's sender as it is kept. */
export const storedSender = ({ sender, sendingBankCode }: SeenTransfer) =>
  JSON.stringify({ ...sender, bankCode: sendingBankCode });

/** Leaves the transfer to an operator, with the reason. */
export async function queueTransfer(trx: Trx, transfer: IncomingTransfer, note: QueueNote): Promise<void> {
  await trx.updateTable('incoming_transfer').set({ note }).where('id', '=', transfer.id).execute();
}

export interface TransferCredit {
  memberId: bigint;
  /** Satang for the wallet. */
  amount: Satang;
  cause: string;
  account: DepositAccount;
  satangForCoin: number;
  /** The operator's, where no machine decided. */
  decision?: Decision;
}

/**
 * Gives a queued transfer's money to the member, once: ledger, coins, statement and the transfer in one transaction.
 * The caller holds the row's lock (recordTransfer).
 */
export async function creditTransfer(
  trx: Trx,
  transfer: IncomingTransfer,
  { memberId, amount, cause, account, satangForCoin, decision }: TransferCredit,
): Promise<IncomingTransfer> {
  const credited = await trx
    .updateTable('incoming_transfer')
    .set({
      status: 'CREDITED',
      note: null,
      member_id: memberId,
      cause,
      credited_amount: amount,
      credited_at: sql<Date>`clock_timestamp()`,
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
    // The key is the transfer's and no claim's, so that no second claim can book it again.
    key: ['deposit', 'incoming-transfer', String(transfer.id)],
    cause,
    satangForCoin,
    actor: decision?.operator ?? 'system',
  });
  return credited;
}
