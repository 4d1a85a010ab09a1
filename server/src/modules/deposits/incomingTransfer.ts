import type { Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import { ensureHouseAccount } from '../../ledger/account.ts';
import type { MaskedParty } from '../../providers/slipVerifier.ts';
import { creditDeposit } from './creditDeposit.ts';
import type { DepositAccount } from './depositAccounts.ts';
import { endSeen } from './seenTransfer.ts';

export type TransferRow = Selectable<Database['incoming_transfer']>;

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
  | 'AMOUNT_DIFFERS';

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
  source: 'NOTICE' | 'SLIP' | 'STATEMENT' | 'OPERATOR';
  /** The file of an operator that tells it, as own_money counts it; undefined where a bank does. */
  fileId?: bigint | undefined;
}

/** How the sender is kept: as the bank showed it, with the bank's code. */
export type StoredSender = MaskedParty & { bankCode?: string };

/** How the bank showed the sender of a transfer. */
export const senderOf = ({ sender }: Pick<TransferRow, 'sender'>): StoredSender =>
  sender as unknown as StoredSender;

/** Stands for the sending bank until a report names it. */
export const NO_BANK = '000';

/** Writes the transfer down once, however often it is reported, and locks its row. The first report stays. */
export async function recordTransfer(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount | undefined,
): Promise<TransferRow> {
  // Reports of one reference wait for one another, so that those with and without the bank find each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.incoming:${seen.transRef}`}, 0))`.execute(
    trx,
  );
  const known = seen.sendingBank === undefined ? await withAnyBank(trx, seen, account) : undefined;
  if (known) return known;
  if (seen.sendingBank !== undefined) await nameBank(trx, seen, account);
  const sendingBank = seen.sendingBank ?? NO_BANK;
  await trx
    .insertInto('incoming_transfer')
    .values({
      sending_bank: sendingBank,
      trans_ref: seen.transRef,
      source: seen.source,
      amount: seen.amount,
      currency: seen.currency,
      deposit_account_id: account?.id ?? null,
      receiver: JSON.stringify(seen.receiver),
      sender: storedSender(seen),
      transferred_at: seen.transferredAt,
      own_money_id: seen.fileId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['sending_bank', 'trans_ref']).doNothing())
    .execute();
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('sending_bank', '=', sendingBank)
    .where('trans_ref', '=', seen.transRef)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The transfer of this reference that another report told of, best one of the same amount. */
function withAnyBank(
  trx: Trx,
  { transRef, amount }: SeenTransfer,
  account: DepositAccount | undefined,
): Promise<TransferRow | undefined> {
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .where('deposit_account_id', 'is not distinct from', account?.id ?? null)
    .orderBy(sql`amount = ${amount}`, 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Gives a transfer that was reported without its bank the bank and sender that are known now. */
async function nameBank(trx: Trx, seen: SeenTransfer, account: DepositAccount | undefined): Promise<void> {
  await trx
    .updateTable('incoming_transfer as t')
    .set({
      sending_bank: seen.sendingBank ?? NO_BANK,
      sender: storedSender(seen),
      ...(seen.fileId !== undefined && { own_money_id: seen.fileId }),
    })
    .where('t.sending_bank', '=', NO_BANK)
    .where('t.trans_ref', '=', seen.transRef)
    .where('t.amount', '=', seen.amount)
    .where('t.deposit_account_id', 'is not distinct from', account?.id ?? null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incoming_transfer as other')
            .select('other.id')
            .where('other.sending_bank', '=', seen.sendingBank ?? NO_BANK)
            .where('other.trans_ref', '=', seen.transRef),
        ),
      ),
    )
    .execute();
}

const storedSender = ({ sender, sendingBankCode }: SeenTransfer) =>
  JSON.stringify({ ...sender, bankCode: sendingBankCode });

/** Leaves the transfer to an operator, with the reason. */
export async function queueTransfer(trx: Trx, transfer: TransferRow, note: QueueNote): Promise<void> {
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
  transfer: TransferRow,
  { memberId, amount, cause, account, satangForCoin, decision }: TransferCredit,
): Promise<TransferRow> {
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
