import type { Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../database/connect.ts';
import { ensureHouseAccount } from '../../ledger/account.ts';
import type { MaskedParty } from '../../providers/slipVerifier.ts';
import { creditDeposit } from './creditDeposit.ts';
import type { DepositAccount } from './depositAccounts.ts';

export type TransferRow = Selectable<Database['incoming_transfer']>;

/** Why a transfer waits for an operator. */
export type QueueNote = 'NOT_OURS' | 'CURRENCY' | 'NO_MATCH' | 'QR_CLOSED' | 'AMBIGUOUS' | 'SLIP_REFUSED';

/** A transfer as a notice or a slip look-up reports it. */
export interface SeenTransfer {
  sendingBank: string;
  /** The code of our bank list; undefined where the number is of no bank we know. */
  sendingBankCode: string | undefined;
  transRef: string;
  amount: Satang;
  currency: 'THB' | 'LAK';
  receiver: object;
  sender: MaskedParty;
  transferredAt: Date;
  source: 'NOTICE' | 'SLIP';
}

/** How the sender is kept: as the bank showed it, with the bank's code. */
export type StoredSender = MaskedParty & { bankCode?: string };

/** Writes the transfer down once, however often it is reported, and locks its row. The first report stays. */
export async function recordTransfer(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount | undefined,
): Promise<TransferRow> {
  await trx
    .insertInto('incoming_transfer')
    .values({
      sending_bank: seen.sendingBank,
      trans_ref: seen.transRef,
      source: seen.source,
      amount: seen.amount,
      currency: seen.currency,
      deposit_account_id: account?.id ?? null,
      receiver: JSON.stringify(seen.receiver),
      sender: JSON.stringify({ ...seen.sender, bankCode: seen.sendingBankCode }),
      transferred_at: seen.transferredAt,
    })
    .onConflict((conflict) => conflict.columns(['sending_bank', 'trans_ref']).doNothing())
    .execute();
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('sending_bank', '=', seen.sendingBank)
    .where('trans_ref', '=', seen.transRef)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Leaves the transfer to an operator, with the reason. */
export async function queueTransfer(trx: Trx, transfer: TransferRow, note: QueueNote): Promise<void> {
  await trx.updateTable('incoming_transfer').set({ note }).where('id', '=', transfer.id).execute();
}

/**
 * Gives a queued transfer's money to the member, once: ledger, coins, statement and the transfer in one transaction.
 * The caller holds the row's lock (recordTransfer).
 */
export async function creditTransfer(
  trx: Trx,
  transfer: TransferRow,
  credit: { memberId: bigint; cause: string; account: DepositAccount; satangForCoin: number },
): Promise<void> {
  const { memberId, cause, account, satangForCoin } = credit;
  await trx
    .updateTable('incoming_transfer')
    .set({ status: 'CREDITED', note: null, member_id: memberId, cause, credited_at: sql`clock_timestamp()` })
    .where('id', '=', transfer.id)
    .execute();
  await creditDeposit(trx, {
    memberId,
    amount: transfer.amount,
    from: account.bank_code,
    debit: await ensureHouseAccount(trx, 'bank', account.bank_code),
    // The key is the transfer's and no claim's, so that no second claim can book it again.
    key: ['deposit', 'incoming-transfer', String(transfer.id)],
    cause,
    satangForCoin,
  });
}
