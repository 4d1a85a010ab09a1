import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { DepositAccount } from './depositAccounts.ts';
import type { QueueNote, StoredSender, TransferRow } from './incomingTransfer.ts';
import { type BankAccount, compareSender } from './maskedParty.ts';

/** Clocks of banks and ours differ a little. */
const TOLERANCE_MS = 60_000;
/** How long after a QR closed somebody may still be paying it. */
const LATE_PAYMENT = sql`interval '1 hour'`;
/** A notice "I have transferred" fits a transfer of at most this before or after it. */
const MANUAL_WITHIN = sql`interval '24 hours'`;

/** Whose it is, and the satang that it is worth. */
export type Match =
  | { by: 'qr'; memberId: bigint; amount: Satang; qrId: bigint }
  | { by: 'manual'; memberId: bigint; amount: Satang; manualId: bigint }
  | { by: 'sender'; memberId: bigint; amount: Satang }
  | { by: 'nobody'; note: QueueNote };

/**
 * Finds whose deposit a transfer is, best first: the QR whose reference came back, an open QR of its exact amount, the
 * member's notice, and at an AUTO account the only member whose bank account is the sender. Anything that could be two is
 * nobody's; kip are worth baht only by the rate that a QR froze.
 */
export async function matchTransfer(
  trx: Trx,
  transfer: TransferRow,
  account: DepositAccount,
): Promise<Match> {
  const byQr = (await matchReference(trx, transfer, account)) ?? (await matchQr(trx, transfer, account));
  if (byQr.by === 'qr' || byQr.note === 'AMBIGUOUS' || byQr.note === 'AMOUNT_DIFFERS') return byQr;
  if (transfer.currency !== 'THB')
    return byQr.note === 'NO_MATCH' ? { by: 'nobody', note: 'CURRENCY' } : byQr;
  const byNotice = await matchManual(trx, transfer);
  if (byNotice) return byNotice;
  if (account.mode === 'AUTO') {
    const memberId = await onlySender(trx, transfer);
    if (memberId !== undefined) return { by: 'sender', memberId, amount: transfer.amount };
  }
  return byQr;
}

type QrMatch = Extract<Match, { by: 'qr' } | { by: 'nobody' }>;

/** The QR that the transfer names; undefined where it names none of ours. */
async function matchReference(
  trx: Trx,
  transfer: TransferRow,
  account: DepositAccount,
): Promise<QrMatch | undefined> {
  const { reference } = transfer.receiver as { reference?: string | null };
  if (!reference) return undefined;
  const qr = await trx
    .selectFrom('deposit_qr')
    .select(['id', 'member_id', 'amount', 'pay_amount', 'pay_currency', 'status', 'created_at', 'expires_at'])
    .select(isOlder('deposit_qr', transfer).as('is_older'))
    .where('reference', '=', reference)
    .where('deposit_account_id', '=', account.id)
    .executeTakeFirst();
  if (!qr) return undefined;
  if (qr.pay_amount !== transfer.amount || qr.pay_currency !== transfer.currency)
    return { by: 'nobody', note: 'AMOUNT_DIFFERS' };
  return isPayable(qr, transfer)
    ? { by: 'qr', memberId: qr.member_id, amount: qr.amount, qrId: qr.id }
    : { by: 'nobody', note: 'QR_CLOSED' };
}

async function matchQr(trx: Trx, transfer: TransferRow, account: DepositAccount): Promise<QrMatch> {
  const qrs = await trx
    .selectFrom('deposit_qr as q')
    .innerJoin('member as m', 'm.id', 'q.member_id')
    .select(['q.id', 'q.member_id', 'q.amount', 'q.status', 'q.created_at', 'q.expires_at'])
    .select(isOlder('q', transfer).as('is_older'))
    .select(['m.bank_code', 'm.bank_account_no', 'm.bank_account_name'])
    .where('q.deposit_account_id', '=', account.id)
    .where('q.pay_amount', '=', transfer.amount)
    .where('q.pay_currency', '=', transfer.currency)
    .where((e) =>
      e.or([
        e('q.closed_at', 'is', null),
        e('q.closed_at', '>', sql<Date>`${transfer.transferred_at}::timestamptz - ${LATE_PAYMENT}`),
      ]),
    )
    // Of a member's own the one that is shown at this moment, which waits for its payment.
    .orderBy(sql`q.status = 'OPEN'`, 'desc')
    .orderBy('q.id', 'desc')
    .execute();
  const payable = qrs.filter((qr) => isPayable(qr, transfer));
  const [first] = payable;
  if (!first) return { by: 'nobody', note: qrs.length > 0 ? 'QR_CLOSED' : 'NO_MATCH' };
  const isClear = qrs.every(({ member_id }) => member_id === first.member_id);
  const chosen = isClear ? first : onlyOne(payable.filter((qr) => isSender(transfer, qr)));
  return chosen
    ? { by: 'qr', memberId: chosen.member_id, amount: chosen.amount, qrId: chosen.id }
    : { by: 'nobody', note: 'AMBIGUOUS' };
}

/** Whether the QR was there when the transfer was first told of: a later report must not find one that was made since. */
function isOlder(qr: string, transfer: TransferRow) {
  return sql<boolean>`${sql.ref(`${qr}.created_at`)} <= (select created_at from incoming_transfer where id = ${transfer.id})`;
}

/** Whether the QR could be paid when the bank says it was; an expired one that was paid in time counts, however late it is told. */
function isPayable(
  {
    status,
    created_at,
    expires_at,
    is_older,
  }: { status: string; created_at: Date; expires_at: Date; is_older: boolean },
  { transferred_at }: TransferRow,
): boolean {
  const paidAt = transferred_at.getTime();
  return (
    (status === 'OPEN' || status === 'EXPIRED') &&
    is_older &&
    created_at.getTime() - TOLERANCE_MS <= paidAt &&
    paidAt <= expires_at.getTime() + TOLERANCE_MS
  );
}

async function matchManual(trx: Trx, transfer: TransferRow): Promise<Match | undefined> {
  const notices = await trx
    .selectFrom('manual_deposit as d')
    .innerJoin('member as m', 'm.id', 'd.member_id')
    .select(['d.id', 'd.member_id', 'm.bank_code', 'm.bank_account_no', 'm.bank_account_name'])
    .where('d.status', '=', 'PENDING')
    .where('d.amount', '=', transfer.amount)
    .where('d.created_at', '>', sql<Date>`${transfer.transferred_at}::timestamptz - ${MANUAL_WITHIN}`)
    .where('d.created_at', '<', sql<Date>`${transfer.transferred_at}::timestamptz + ${MANUAL_WITHIN}`)
    .execute();
  const notice = onlyOne(notices.filter((candidate) => isSender(transfer, candidate)));
  return notice && { by: 'manual', memberId: notice.member_id, amount: transfer.amount, manualId: notice.id };
}

/** The only member whose registered account can be the sender; nobody when another one might be. */
async function onlySender(trx: Trx, transfer: TransferRow): Promise<bigint | undefined> {
  const { bankCode, account } = transfer.sender as unknown as StoredSender;
  if (bankCode === undefined || account === null) return undefined;
  const pattern = account.replace(/[\s-]/g, '').replace(/[xX*]/g, '_');
  if (!/^[0-9_]+$/.test(pattern)) return undefined;
  const members = await trx
    .selectFrom('member')
    .select(['id', 'bank_code', 'bank_account_no', 'bank_account_name'])
    .where('bank_code', '=', bankCode)
    .where('bank_account_no', 'like', pattern)
    .limit(20)
    .execute();
  const compared = members.map((member) => ({ id: member.id, result: senderResult(transfer, member) }));
  const only = onlyOne(compared.filter(({ result }) => result !== 'no_match'));
  return only?.result === 'match' ? only.id : undefined;
}

function senderResult(transfer: TransferRow, account: BankAccount) {
  const sender = transfer.sender as unknown as StoredSender;
  return compareSender(sender, sender.bankCode, account);
}

function isSender(transfer: TransferRow, account: BankAccount): boolean {
  return senderResult(transfer, account) === 'match';
}

function onlyOne<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}
