import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { storeDoubt } from './doubt.ts';
import { isFilesWord, onFilesWord, type Recorded } from './filesWord.ts';
import {
  type IncomingTransfer,
  NO_BANK,
  type SeenTransfer,
  senderOf,
  senderOfReport,
  showsSender,
  storedSender,
  tellerOf,
} from './incomingTransfer.ts';
import { sendersAgree } from './maskedParty.ts';
import { partOtherSenders, partTwin } from './partTwin.ts';
import { findTwin, lockReports, slack } from './twinReport.ts';

/** Time zones and dates alone change a time by at most this. */
const SAME_WITHIN_MS = 48 * 3_600_000;

/**
 * Stores the transfer once, however often and under however many references it is reported, and locks its row. The
 * first report stays.
 */
export async function recordTransfer(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount | undefined,
): Promise<Recorded> {
  await lockReferences(trx, [seen.transRef]);
  if (account) await lockReports(trx, account, seen.amount);
  const isNamed = await nameBank(trx, seen, account);
  const known = await withReference(trx, seen, account);
  const same = known.find((transfer) => !isAnother(transfer, seen, account));
  if (same) {
    const isWord = isNamed || (await isFilesWord(trx, same, seen));
    const told = await addSource(trx, same, seen);
    if (!same.told_by.includes(tellerOf(seen))) await storeDoubt(trx, told, seen);
    return isWord && told.status === 'QUEUED' ? onFilesWord(trx, told, seen) : told;
  }
  const isApart = known.length > 0 || seen.contradicts;
  const twin = !isApart && account ? await findTwin(trx, seen, account) : undefined;
  if (twin?.transfer) {
    const isWord = await isFilesWord(trx, twin.transfer, seen);
    await storeDoubt(trx, twin.transfer, seen);
    const told = await (twin.isItsOwn ? addSource : learnSender)(trx, twin.transfer, seen);
    return isWord ? onFilesWord(trx, told, seen) : told;
  }
  return trx
    .insertInto('incoming_transfer')
    .values({
      sending_bank: seen.sendingBank ?? NO_BANK,
      trans_ref: seen.transRef,
      source: seen.source,
      told_by: [tellerOf(seen)],
      named_by: showsSender(seen.sender) ? [tellerOf(seen)] : [],
      doubted_tellers: seen.isDoubtful ? [tellerOf(seen)] : [],
      repeats: seen.repeats ?? null,
      amount: seen.amount,
      currency: seen.currency,
      deposit_account_id: account?.id ?? null,
      receiver: JSON.stringify(seen.receiver),
      sender: storedSender(seen),
      transferred_at: seen.transferredAt,
      own_money_id: seen.fileId ?? null,
      note: seen.contradicts
        ? 'AMOUNT_DIFFERS'
        : known.length > 0
          ? 'REFERENCE_REUSED'
          : twin?.isOpen
            ? 'SEVERAL_WAYS'
            : null,
      ...slack(seen),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Reports with one reference are serialised, so that those with and without the bank find each other. Whoever takes
 * several reports locks their references together and before anything else, in one order: no two wait for each other.
 */
export async function lockReferences(trx: Trx, references: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('krapao.incoming:' || reference, 0) as lock
      from unnest(${references}::text[]) reference order by 1) locks`.execute(trx);
}

/**
 * The transfers known under the report's own reference, locked, the most likely first. A reference is unique within its
 * bank, and within our account if the report names no bank.
 */
function withReference(
  trx: Trx,
  { transRef, sendingBank, amount, transferredAt }: SeenTransfer,
  account: DepositAccount | undefined,
): Promise<IncomingTransfer[]> {
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .where((e) =>
      sendingBank === undefined
        ? e('deposit_account_id', 'is not distinct from', account?.id ?? null)
        : e('sending_bank', '=', sendingBank),
    )
    .orderBy(sql`amount = ${amount}`, 'desc')
    .orderBy(sql`abs(extract(epoch from transferred_at - ${transferredAt}::timestamptz))`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Whether a report with a known reference is another payment: into another account of ours, or sent on another day.
 * Banks restart their numbering. An operator's account and time are not exact enough for this.
 */
export function isAnother(
  transfer: Pick<IncomingTransfer, 'source' | 'deposit_account_id' | 'transferred_at'>,
  seen: Pick<SeenTransfer, 'source' | 'transferredAt'>,
  account: Pick<DepositAccount, 'id'> | undefined,
): boolean {
  if (transfer.source === 'OPERATOR' || seen.source === 'OPERATOR') return false;
  const { deposit_account_id: into, transferred_at: sentAt } = transfer;
  if (into !== null && account !== undefined && into !== account.id) return true;
  return Math.abs(sentAt.getTime() - seen.transferredAt.getTime()) > SAME_WITHIN_MS;
}

/**
 * Stores that this source reported a transfer under its own reference; an earlier report of that source for it belonged
 * to another transfer.
 */
async function addSource(trx: Trx, known: IncomingTransfer, seen: SeenTransfer): Promise<IncomingTransfer> {
  const { source } = seen;
  const teller = tellerOf(seen);
  if (known.told_by.includes(teller)) return known;
  const parted = (await partTwin(trx, known, teller))?.ofOthers ?? known;
  const transfer = await partOtherSenders(trx, parted, senderOfReport(seen));
  const { deposit_account_id: account } = transfer;
  if (account !== null && source !== 'OPERATOR' && transfer.source !== 'OPERATOR')
    await sql`
      insert into shared_reference (deposit_account_id, source, other)
      values (${account}, least(${transfer.source}, ${source}), greatest(${transfer.source}, ${source}))
      on conflict do nothing`.execute(trx);
  const told = await trx
    .updateTable('incoming_transfer')
    .set({
      told_by: [...transfer.told_by, teller],
      ...(showsSender(seen.sender) && { named_by: [...transfer.named_by, teller] }),
    })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return learnSender(trx, told, seen);
}

/**
 * Sets the sender of a waiting transfer, if this report is the first that shows it, or the first to name the bank of the
 * account: texts of several banks show digits alone, by which nobody is told apart.
 */
async function learnSender(
  trx: Trx,
  transfer: IncomingTransfer,
  seen: SeenTransfer,
): Promise<IncomingTransfer> {
  const known = senderOf(transfer);
  const namesBank = known.bankCode === undefined && seen.sendingBankCode !== undefined;
  const isNews = !showsSender(known) || (namesBank && sendersAgree(known, senderOfReport(seen)));
  if (transfer.status !== 'QUEUED' || !isNews || !showsSender(seen.sender)) return transfer;
  return trx
    .updateTable('incoming_transfer')
    .set({ sender: storedSender(seen) })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Adds the bank and sender that are now known to a transfer that was reported without its bank.
 * @returns whether it was a line of an operator's file that named them
 */
async function nameBank(trx: Trx, seen: SeenTransfer, account: DepositAccount | undefined): Promise<boolean> {
  if (seen.sendingBank === undefined) return false;
  const { numUpdatedRows } = await trx
    .updateTable('incoming_transfer as t')
    .set({
      sending_bank: seen.sendingBank,
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
    .executeTakeFirst();
  return numUpdatedRows > 0n && seen.file !== undefined;
}
