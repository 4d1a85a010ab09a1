import { sql } from 'kysely';
import { clock } from '../../../clock.ts';
import type { Trx } from '../../../database/connect.ts';
import type { BankReport } from '../../../providers/bankReport.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { contradictsBalance } from './doubt.ts';
import { type IncomingTransfer, type SeenTransfer, senderOf, senderOfReport } from './incomingTransfer.ts';
import { sendersContradict } from './maskedParty.ts';
import { DAY, MINUTES_5 } from './twinReport.ts';

const HOUR = 3_600;
/** A feed that was not heard for this long may bring texts of long before, and for as long after it is heard again. */
export const HEARD_LATELY_SECONDS = 900;
/** Zones in which the makers of feeds write, in seconds that a time seems older than it is: UTC, and Singapore's. */
const OTHER_ZONES = [7 * HOUR, -HOUR];

/** Who tells it, as it is stored. */
export interface FeedTeller {
  connectionId: string;
  phoneId: string | null;
  teller: string;
}

/** Why a report may be false, or of money that was told of before: on its word alone no machine credits it. */
export interface FeedDoubt {
  isDoubtful: boolean;
  /** The transfer that the same teller told of before in the same words. */
  repeats: bigint | undefined;
}

/** How a report is seen, and which account of ours it names. */
interface Seen {
  seen: SeenTransfer;
  account: DepositAccount | undefined;
}

/**
 * Whether a report of a feed may be an earlier one once more, be dated wrongly, or contradicts itself
 * (docs/decisions/198-keys-doubts-and-takeovers.md).
 */
export async function feedDoubtOf(
  trx: Trx,
  by: FeedTeller,
  report: BankReport,
  { textHash, ...seen }: Seen & { textHash: Buffer },
): Promise<FeedDoubt> {
  const repeats = await shownBefore(trx, by.teller, textHash, report);
  return {
    isDoubtful: repeats !== undefined || (await isDoubtfulAlone(trx, by, report, seen)),
    repeats,
  };
}

/** The same without comparing it with earlier reports in the same words. */
export async function isDoubtfulAlone(
  trx: Trx,
  by: FeedTeller,
  report: BankReport,
  { seen, account }: Seen,
): Promise<boolean> {
  return (
    contradictsBalance(report) ||
    (await isUndated(trx, by, report)) ||
    (await isOfAnotherZone(trx, by.teller, report)) ||
    (account !== undefined && (await maybeEarlier(trx, by.teller, report, { seen, account })))
  );
}

/**
 * The transfer of an equal text of this teller that may be this one once more; the earliest. A text with a time of its own
 * is at any distance, one without it within a day: a phone shows a notice again whenever its list of notices is read anew.
 */
async function shownBefore(
  trx: Trx,
  teller: string,
  textHash: Buffer,
  { datedBy, postedAt }: BankReport,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ incoming_transfer_id: bigint }>`
    select incoming_transfer_id from feed_report where teller = ${teller} and text_hash = ${textHash}
      and (${datedBy === 'TEXT'}
        or abs(extract(epoch from posted_at - ${postedAt}::timestamptz)) < ${DAY}::integer)
    order by id limit 1`.execute(trx);
  return rows[0]?.incoming_transfer_id;
}

/**
 * Whether neither a time nor a sender tells whose money it is: then the amount would credit it to whoever waits for that
 * amount when the text comes, however late.
 */
async function isUndated(
  trx: Trx,
  { connectionId, phoneId }: FeedTeller,
  { datedBy, sender }: BankReport,
): Promise<boolean> {
  if (datedBy === 'TEXT' || sender !== null) return false;
  if (datedBy === 'ARRIVAL') return true;
  const { rows } = await sql`
    select from feed_heard where connection_id = ${connectionId} and phone_id is not distinct from ${phoneId}::uuid
      and heard_at > site.clock_timestamp() - make_interval(secs => ${HEARD_LATELY_SECONDS})
      and back_at < site.clock_timestamp() - make_interval(secs => ${HEARD_LATELY_SECONDS})`.execute(trx);
  return rows.length === 0;
}

/**
 * Whether a time that does not say its zone may be of another one than Bangkok's: it is off by what such a zone is off, or
 * by hours, and nothing that this teller told within a week came right after its time. Then the money would be compared
 * with that of other hours, and credited beside what another source tells of it.
 */
async function isOfAnotherZone(
  trx: Trx,
  teller: string,
  { hasZone, transferredAt }: BankReport,
): Promise<boolean> {
  if (hasZone) return false;
  const age = (clock.now() - transferredAt.getTime()) / 1_000;
  if (OTHER_ZONES.some((off) => Math.abs(age - off) <= MINUTES_5)) return true;
  if (age < HOUR) return false;
  const { rows } = await sql`
    select from feed_report where teller = ${teller} and received_at > site.now() - interval '7 days'
      and received_at < transferred_at + make_interval(secs => ${HOUR}) limit 1`.execute(trx);
  return rows.length === 0;
}

/**
 * Whether a text without a time may tell late of money that another source dated more than an hour earlier, and that this
 * teller has not told of.
 */
async function maybeEarlier(
  trx: Trx,
  teller: string,
  { datedBy, transferredAt }: BankReport,
  { seen, account }: { seen: SeenTransfer; account: DepositAccount },
): Promise<boolean> {
  if (datedBy === 'TEXT') return false;
  const at = sql`${transferredAt}::timestamptz`;
  const { rows } = await sql<Pick<IncomingTransfer, 'sender'>>`
    select t.sender from incoming_transfer t
    where t.deposit_account_id = ${account.id} and t.amount = ${seen.amount} and t.currency = ${seen.currency}
      and t.transferred_at between ${at} - make_interval(secs => ${DAY}) and ${at} - make_interval(secs => ${HOUR})
      and not (${teller} = any(t.told_by)) and not exists (
        select from transfer_twin w where w.incoming_transfer_id = t.id and w.source = ${teller})
    limit 50`.execute(trx);
  return rows.some((earlier) => !sendersContradict(senderOf(earlier), senderOfReport(seen)));
}
