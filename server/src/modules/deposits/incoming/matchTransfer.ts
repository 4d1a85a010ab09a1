import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { CLOCKS_DIFFER_MS, type DepositRules } from '../depositRules.ts';
import { isWholeAmount } from '../qr/qrAmount.ts';
import { type IncomingTransfer, type QueueNote, senderOf, showsSender } from './incomingTransfer.ts';
import type { Comparison } from './maskedName.ts';
import { compareSender } from './maskedParty.ts';
import { ownersOfSender, type SenderOwner } from './senderOwner.ts';

/** How long after a QR has closed a payment of it may still arrive. */
const LATE_PAYMENT = sql`interval '1 hour'`;
/** A transfer claim matches a transfer at most this long before or after it. */
const MANUAL_WITHIN = sql`interval '24 hours'`;

/** The member, and the transfer's value in satang. */
export type Match =
  | { by: 'qr'; memberId: bigint; amount: Satang; qrId: bigint }
  | { by: 'manual'; memberId: bigint; amount: Satang; manualId: bigint }
  | { by: 'sender'; memberId: bigint; amount: Satang }
  /** `owner`: the only member whose registered account sent the money, although no rule credits it. */
  | { by: 'nobody'; note: QueueNote; owner?: bigint | undefined };

/**
 * Finds the owner of a transfer (trust.md, "Whose deposit it is"; docs/decisions/140-whose-deposit-it-is.md), in this
 * order: the QR whose reference came back; the only member whose registered account is the sender, even if another
 * member has an open QR; the QR of the exact amount whose member the sender does not contradict. With two candidates
 * there is no owner. Kip have a value in baht only by the rate of a QR.
 */
export async function matchTransfer(
  trx: Trx,
  transfer: IncomingTransfer,
  account: DepositAccount,
  rules: Pick<DepositRules, 'thirdPartyPayer'>,
): Promise<Match> {
  const byReference = await matchReference(trx, transfer, account);
  if (byReference?.by === 'qr') return byReference;
  const owners = await ownersOfSender(trx, senderOf(transfer));
  const owner = onlyOne(owners);
  if (byReference?.note === 'AMOUNT_DIFFERS') return { ...byReference, owner: owner?.memberId };
  const qrs = byReference ? [] : await qrsOfAmount(trx, transfer, account);
  const match = owner
    ? await matchOwner(trx, transfer, { account, owner, qrs })
    : await matchUnclaimed(trx, transfer, matchQr(qrs, { owners, thirdPartyPayer: rules.thirdPartyPayer }));
  if (match.by !== 'nobody' || match.note !== 'NO_MATCH') return match;
  const unmatched = owners.length > 1 ? 'FITS_SEVERAL' : 'NO_MATCH';
  const note = byReference?.note ?? (transfer.currency === 'THB' ? unmatched : 'CURRENCY');
  return { ...match, note };
}

type Nobody = Extract<Match, { by: 'nobody' }>;
type QrMatch = Extract<Match, { by: 'qr' }> | Nobody;

/** The QR that the transfer names; undefined if it names none of ours. */
async function matchReference(
  trx: Trx,
  transfer: IncomingTransfer,
  account: DepositAccount,
): Promise<QrMatch | undefined> {
  const { reference } = transfer.receiver as { reference?: string | null };
  if (!reference) return undefined;
  const qr = await selectQrs(trx, transfer)
    .where('q.reference', '=', reference)
    .where('q.deposit_account_id', '=', account.id)
    .executeTakeFirst();
  if (!qr) return undefined;
  if (qr.pay_amount !== transfer.amount || qr.pay_currency !== transfer.currency)
    return { by: 'nobody', note: 'AMOUNT_DIFFERS' };
  return isPayable(judged(transfer)(qr), transfer) ? byQr(qr) : { by: 'nobody', note: 'QR_CLOSED' };
}

type QrRow = Awaited<ReturnType<ReturnType<typeof selectQrs>['execute']>>[number];
/** A QR with the comparison of the sender and its member. */
type JudgedQr = QrRow & { sender: Comparison };
/** A QR of the amount, and whether this payment can belong to it. */
type NearQr = JudgedQr & { isPayable: boolean };

function selectQrs(trx: Trx, transfer: IncomingTransfer) {
  return (
    trx
      .selectFrom('deposit_qr as q')
      .innerJoin('member as m', 'm.id', 'q.member_id')
      .select(['q.id', 'q.member_id', 'q.amount', 'q.pay_amount', 'q.pay_currency', 'q.status'])
      .select(['q.created_at', 'q.expires_at', 'q.closed_at'])
      .select(['m.bank_code', 'm.bank_account_no', 'm.bank_account_name'])
      // A later report must not find a QR that was created after the first report of the transfer.
      .select(
        sql<boolean>`q.created_at <= (select created_at from incoming_transfer where id = ${transfer.id})`.as(
          'is_older',
        ),
      )
  );
}

/** QRs of this amount that existed when the money was sent, including those that closed within the hour before. */
async function qrsOfAmount(trx: Trx, transfer: IncomingTransfer, account: DepositAccount): Promise<NearQr[]> {
  const sentAt = sql<Date>`${transfer.transferred_at}::timestamptz`;
  const rows = await selectQrs(trx, transfer)
    .where('q.deposit_account_id', '=', account.id)
    .where('q.pay_amount', '=', transfer.amount)
    .where('q.pay_currency', '=', transfer.currency)
    .where('q.created_at', '<=', sql<Date>`${sentAt} + make_interval(secs => ${CLOCKS_DIFFER_MS / 1000})`)
    .where((e) =>
      e.or([e('q.closed_at', 'is', null), e('q.closed_at', '>', sql<Date>`${sentAt} - ${LATE_PAYMENT}`)]),
    )
    // Of a member's own QRs, prefer the open one.
    .orderBy(sql`q.status = 'OPEN'`, 'desc')
    .orderBy('q.id', 'desc')
    .execute();
  return rows.map(judged(transfer)).map((qr) => ({ ...qr, isPayable: isPayable(qr, transfer) }));
}

const judged =
  (transfer: IncomingTransfer) =>
  (qr: QrRow): JudgedQr => ({
    ...qr,
    sender: compareSender(senderOf(transfer), senderOf(transfer).bankCode, qr),
  });

/**
 * Whether the QR could be paid at the time when the bank says that the money was sent; later events and late reports do
 * not matter. After a cancellation only its own member gets a tolerance for clock differences. Otherwise a member could
 * reserve many amounts by creating and cancelling QRs.
 */
function isPayable(
  { status, created_at, expires_at, closed_at, is_older, sender }: JudgedQr,
  { transferred_at }: IncomingTransfer,
): boolean {
  const paidAt = transferred_at.getTime();
  if (status === 'PAID' || !is_older || paidAt < created_at.getTime() - CLOCKS_DIFFER_MS) return false;
  const cancelledAt =
    status === 'CANCELLED' && closed_at !== null ? closed_at.getTime() : Number.POSITIVE_INFINITY;
  return (
    paidAt <= expires_at.getTime() + CLOCKS_DIFFER_MS &&
    paidAt <= cancelledAt + (sender === 'match' ? CLOCKS_DIFFER_MS : 0)
  );
}

/** The money is the owner's: for their QR or claim, otherwise unassigned if the account's deposits need no slip. */
async function matchOwner(
  trx: Trx,
  transfer: IncomingTransfer,
  { account, owner, qrs }: { account: DepositAccount; owner: SenderOwner; qrs: readonly NearQr[] },
): Promise<Match> {
  const { memberId } = owner;
  const own = qrs.find((qr) => qr.isPayable && qr.member_id === memberId);
  if (own) return byQr(own);
  const nobody = (note: QueueNote): Match => ({ by: 'nobody', note, owner: memberId });
  // Four digits without a name contradict an amount that nobody pays by chance: a person decides.
  const isDoubtful =
    !owner.isNamed && qrs.some((qr) => qr.isPayable && !isWholeAmount(qr.pay_amount, qr.pay_currency));
  if (isDoubtful) return nobody('PAYER_DIFFERS');
  if (transfer.currency !== 'THB') return nobody(qrs.length > 0 ? 'QR_CLOSED' : 'NO_MATCH');
  const claim = await claimOf(trx, transfer, memberId);
  if (claim !== undefined) return { by: 'manual', memberId, amount: transfer.amount, manualId: claim };
  if (account.mode === 'SLIP') return nobody('NO_MATCH');
  return { by: 'sender', memberId, amount: transfer.amount };
}

/**
 * The only QR of the amount whose member the sender does not contradict; of several, the one whose member is the
 * sender.
 */
function matchQr(
  qrs: readonly NearQr[],
  { owners, thirdPartyPayer }: { owners: readonly SenderOwner[] } & Pick<DepositRules, 'thirdPartyPayer'>,
): QrMatch {
  const [first] = qrs.filter((qr) => qr.isPayable);
  if (!first) return { by: 'nobody', note: qrs.length > 0 ? 'QR_CLOSED' : 'NO_MATCH' };
  const isOne = qrs.every(({ member_id }) => member_id === first.member_id);
  const possible = qrs.filter(({ sender }) => sender !== 'no_match');
  if (possible.length === 0)
    return isOne && thirdPartyPayer === 'credit' && owners.length === 0
      ? byQr(first)
      : { by: 'nobody', note: 'PAYER_DIFFERS' };
  const matching = isOne ? possible : possible.filter(({ sender }) => sender === 'match');
  const member = onlyOne([...new Set(matching.map(({ member_id }) => member_id))]);
  const chosen = matching.find((qr) => qr.isPayable && qr.member_id === member);
  // Another member whose account looks the same may have sent a whole amount without a QR.
  const isAmbiguous =
    chosen === undefined || (owners.length > 1 && isWholeAmount(chosen.pay_amount, chosen.pay_currency));
  return isAmbiguous ? { by: 'nobody', note: 'AMBIGUOUS' } : byQr(chosen);
}

/**
 * A transfer without a sender that may be older than the QR is not the QR's while another member claims such an amount.
 */
async function matchUnclaimed(trx: Trx, transfer: IncomingTransfer, match: QrMatch): Promise<QrMatch> {
  if (match.by === 'nobody' || showsSender(senderOf(transfer))) return match;
  const { rows } = await sql`
    select from deposit_qr q join manual_deposit c on c.member_id <> q.member_id
    where q.id = ${match.qrId} and c.status = 'PENDING' and c.amount = ${transfer.amount}
      and q.created_at > ${transfer.transferred_at}::timestamptz
        - make_interval(secs => ${transfer.early_seconds}::integer)
      and ${transfer.early_seconds}::integer > ${CLOCKS_DIFFER_MS / 1000}::integer
      and c.created_at between ${transfer.transferred_at}::timestamptz - ${MANUAL_WITHIN}
        and ${transfer.transferred_at}::timestamptz + ${MANUAL_WITHIN}
    limit 1`.execute(trx);
  return rows.length > 0 ? { by: 'nobody', note: 'AMBIGUOUS' } : match;
}

const byQr = ({ id, member_id, amount }: QrRow): QrMatch => ({
  by: 'qr',
  memberId: member_id,
  amount,
  qrId: id,
});

/** The member's claim of this amount. */
async function claimOf(trx: Trx, transfer: IncomingTransfer, memberId: bigint): Promise<bigint | undefined> {
  const sentAt = sql<Date>`${transfer.transferred_at}::timestamptz`;
  const claim = await trx
    .selectFrom('manual_deposit')
    .select('id')
    .where('member_id', '=', memberId)
    .where('status', '=', 'PENDING')
    .where('amount', '=', transfer.amount)
    .where('created_at', '>', sql<Date>`${sentAt} - ${MANUAL_WITHIN}`)
    .where('created_at', '<', sql<Date>`${sentAt} + ${MANUAL_WITHIN}`)
    .executeTakeFirst();
  return claim?.id;
}

function onlyOne<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}
