import type { Satang } from '@krapao/contract/money';
import { type ClosedBy, isClosedBy } from '@krapao/contract/protection/closedBy';
import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { BankNotice } from '../../../providers/incomingTransferFeed.ts';
import { bookWaiting } from '../../cash/arrivals.ts';
import { admitArrival } from '../../protection/admit.ts';
import { accountOfReceiver, type DepositAccount, ownAccounts } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import { lockMembersDay } from '../ownMoneyDay.ts';
import { mayBeApproved, mayBeCredited } from './creditedBefore.ts';
import { doubtOf } from './doubt.ts';
import type { Recorded } from './filesWord.ts';
import { explainArrival } from './houseArrival.ts';
import { houseSender } from './houseSender.ts';
import {
  creditTransfer,
  type IncomingTransfer,
  queueTransfer,
  type SeenTransfer,
  senderOf,
} from './incomingTransfer.ts';
import { type Match, matchTransfer } from './matchTransfer.ts';
import { isBeyondHolders } from './oneHolder.ts';
import { recordTransfer } from './recordTransfer.ts';
import { showSeen } from './seenTransfer.ts';

/** Processes one delivery of a bank's notice: stores the transfer and credits it if exactly one member matches. */
export async function receiveTransfer(trx: Trx, notice: BankNotice, rules: DepositRules): Promise<void> {
  const account = accountOfReceiver(await ownAccounts(trx), notice.receiver);
  await takeReport(trx, { ...notice, source: 'NOTICE' }, account, rules);
}

/**
 * Processes a bank's report, by notice or statement: the first report credits, every later one finds the transfer
 * unchanged. What waits then stands in suspense. @returns the transfer, locked
 */
export async function takeReport(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount | undefined,
  rules: DepositRules,
): Promise<Recorded> {
  await waitForClaims(trx, seen.amount);
  const transfer = await recordTransfer(trx, seen, account);
  if (transfer.status !== 'QUEUED') return transfer;
  if (!isForPerson(transfer)) await creditReport(trx, transfer, seen, account, rules);
  await bookWaiting(trx, transfer.id);
  return transfer;
}

async function creditReport(
  trx: Trx,
  transfer: IncomingTransfer,
  seen: SeenTransfer,
  account: DepositAccount | undefined,
  rules: DepositRules,
): Promise<void> {
  if (!account) await queueTransfer(trx, transfer, 'NOT_OURS');
  else if (transfer.amount !== seen.amount || transfer.currency !== seen.currency)
    await queueTransfer(trx, transfer, 'AMOUNT_DIFFERS');
  // The import asks for a second person itself.
  else await creditMatch(trx, transfer, account, rules, seen.file === undefined);
}

/** If two reports contradict each other, or safer play keeps the money out, a person decides, whatever a third one says. */
export const isForPerson = ({ note }: Pick<IncomingTransfer, 'note'>): boolean =>
  note === 'REFERENCE_REUSED' || note === 'AMOUNT_DIFFERS' || note === 'SEVERAL_WAYS' || isClosedBy(note);

/**
 * Credits a queued transfer to its match, or stores why it waits. The caller holds its lock.
 * @param asksDay whether it waits beyond what the member may get on operators' words in a day
 */
export async function creditMatch(
  trx: Trx,
  transfer: IncomingTransfer,
  account: DepositAccount,
  rules: DepositRules,
  asksDay = true,
): Promise<void> {
  const { links, memberDaySatang } = rules.ownMoney;
  const doubt = await doubtOf(trx, transfer);
  if (doubt !== null) return queueTransfer(trx, transfer, doubt);
  const sentBy = await houseSender(trx, senderOf(transfer));
  if (sentBy === 'house') return takeHouseMoney(trx, transfer);
  if (sentBy === 'unclear') return queueTransfer(trx, transfer, 'AMBIGUOUS');
  if (await mayBeApproved(trx, transfer)) return queueTransfer(trx, transfer, 'AMBIGUOUS');
  for (;;) {
    const match = await matchTransfer(trx, transfer, account, rules);
    if (match.by === 'nobody') {
      if (match.owner !== undefined) await showSeen(trx, transfer, match.owner, account, rules);
      return queueTransfer(trx, transfer, match.note);
    }
    if (await mayBeCredited(trx, transfer, match.memberId)) return queueTransfer(trx, transfer, 'AMBIGUOUS');
    // Asked of every match, whatever leads to it: a report, its twin, or a member's claim.
    if (await isBeyondHolders(trx, transfer, match, rules)) {
      if (match.by === 'sender') await showSeen(trx, transfer, match.memberId, account, rules);
      return queueTransfer(trx, transfer, 'ONE_PHONE');
    }
    const closed = await admitArrival(trx, match.memberId, match.amount);
    if (closed) return keepOut(trx, transfer, match, { account, rules, note: closed.code });
    const isLimited = asksDay && (await isOfOneOperator(trx, transfer));
    if (isLimited) await sql`savepoint before_credit`.execute(trx);
    const cause = await claim(trx, match, transfer);
    // Another transfer of this amount has just used it up; there may be a second match.
    if (cause === undefined) continue;
    const { memberId, amount } = match;
    await creditTransfer(trx, transfer, { memberId, amount, cause, account, rules });
    // Asked after booking, as decisions do: nobody books who holds the lock of a day.
    if (!isLimited || (await lockMembersDay(trx, memberId, links)) <= BigInt(memberDaySatang)) return;
    await sql`rollback to savepoint before_credit`.execute(trx);
    return queueTransfer(trx, transfer, 'MEMBER_DAY');
  }
}

/**
 * Leaves the whole transfer to an operator, because safer play has closed the member's deposits: the member sees it in
 * progress, and what they opened for it takes no other payment.
 */
async function keepOut(
  trx: Trx,
  transfer: IncomingTransfer,
  match: Exclude<Match, { by: 'nobody' }>,
  { account, rules, note }: { account: DepositAccount; rules: DepositRules; note: ClosedBy },
): Promise<void> {
  if (match.by === 'qr')
    await trx
      .updateTable('deposit_qr')
      .set({ status: 'CANCELLED', closed_at: sql`site.clock_timestamp()` })
      .where('id', '=', match.qrId)
      .where('status', '=', 'OPEN')
      .execute();
  // A claim has its own row, which ends with the transfer.
  if (match.by === 'manual')
    await trx
      .updateTable('manual_deposit')
      .set({ incoming_transfer_id: transfer.id })
      .where('id', '=', match.manualId)
      .execute();
  else await showSeen(trx, transfer, match.memberId, account, rules);
  return queueTransfer(trx, transfer, note);
}

/** Whether the file of one operator alone vouches for something of the transfer. */
async function isOfOneOperator(trx: Trx, { own_money_id: fileId }: IncomingTransfer): Promise<boolean> {
  if (fileId === null) return false;
  const file = await trx
    .selectFrom('own_money')
    .select('approval_id')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  return file.approval_id === null;
}

/** Money from an account of ours: explained by the transfer that an operator entered, or waiting for it. */
async function takeHouseMoney(trx: Trx, transfer: IncomingTransfer): Promise<void> {
  if (!(await explainArrival(trx, transfer))) await queueTransfer(trx, transfer, 'OWN_ACCOUNT');
}

/** Uses up the match of the transfer. @returns the cause, or undefined if it was closed a moment ago */
async function claim(
  trx: Trx,
  match: Exclude<Match, { by: 'nobody' }>,
  transfer: IncomingTransfer,
): Promise<string | undefined> {
  if (match.by === 'sender') return `incoming:${transfer.id}`;
  if (match.by === 'qr') {
    const { numUpdatedRows } = await trx
      .updateTable('deposit_qr')
      .set({ status: 'PAID', closed_at: sql`site.clock_timestamp()` })
      .where('id', '=', match.qrId)
      .where('status', '<>', 'PAID')
      .executeTakeFirst();
    return numUpdatedRows === 1n ? `qr:${match.qrId}` : undefined;
  }
  const { numUpdatedRows } = await trx
    .updateTable('manual_deposit')
    .set({ status: 'SUCCESS', incoming_transfer_id: transfer.id, finished_at: sql`site.clock_timestamp()` })
    .where('id', '=', match.manualId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  return numUpdatedRows === 1n ? `manual:${match.manualId}` : undefined;
}

/** Waits for notices "I have transferred" of this amount that are being written, so that one of the two sees the other. */
export async function waitForClaims(trx: Trx, amount: Satang): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${manualLock(amount)}, 0))`.execute(trx);
}

/** Name of the lock between notices and transfers of one amount. */
export function manualLock(amount: Satang): string {
  return `krapao.manual:${amount}`;
}
