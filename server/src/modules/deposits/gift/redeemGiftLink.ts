import { decryptGiftLink, giftLinkHash } from '@krapao/contract/giftLink';
import type { Satang } from '@krapao/contract/money';
import { sql, type UpdateObject } from 'kysely';
import { AppError } from '../../../appError.ts';
import { rememberDone } from '../../../calls/doOnce.ts';
import { madeBefore } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import type { AppContext } from '../../../context.ts';
import type { Database, Trx } from '../../../database/connect.ts';
import {
  bornLeased,
  claimDue,
  type LeasedWork,
  type LeaseEnd,
  workOnEach,
} from '../../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../../jobs/retry.ts';
import { underFence } from '../../../jobs/underFence.ts';
import type { GiftLinkResult } from '../../../providers/giftLinkRedeemer.ts';
import { requireDeposit } from '../../protection/admit.ts';
import { finishEntry } from '../../statement/writeEntry.ts';
import { type DepositRules, depositRules } from '../depositRules.ts';
import { bookRedeemed, type GiftLinkRow, giftCause, lockHash, writeGiftEntry } from './bookGift.ts';

/** Gift links, as rows that nodes work on; `attempts` counts the redemptions that were begun. */
export const GIFT_LINKS: LeasedWork<'gift_link'> = {
  job: 'redeem-gift-links',
  table: 'gift_link',
  key: ['id'],
};
const AT_ONCE = 8;
/** Between repeats of a redemption with an unknown result; then an operator decides. */
const REDEEM_AGAIN: Ladder = { waits: [5, 15, 60, 300, 900, 3_600, 3_600, 3_600], isEndless: false };
/** The refusal of a link that we may have redeemed ourselves: after a lost answer only a person can decide. */
const PERHAPS_OURS = new Set(['EXHAUSTED', 'ALREADY_REDEEMED']);
/** Refusals that concern the link itself, whichever call asks. */
const ABOUT_THE_LINK = new Set(['NOT_FOUND', 'EXPIRED', 'OWN_GIFT']);

/** The hash of an encrypted link. @throws AppError TRUELINK_INVALID */
export async function readGiftLink(encrypted: string): Promise<string> {
  const link = await decryptGiftLink(encrypted);
  const hash = link === null ? null : giftLinkHash(link);
  if (hash === null) throw new AppError('TRUELINK_INVALID');
  return hash;
}

/**
 * Reserves a gift link for the member before it is redeemed, so that nobody else can use it meanwhile (DEP-04).
 * @returns the row, whether this call created it, and whether the member had sent the link before
 * @throws AppError TRUELINK_DUPLICATE (another member's), IDEMPOTENCY_MISMATCH, and what requireDeposit refuses
 */
export async function takeGiftLink(
  trx: Trx,
  memberId: bigint,
  {
    hash,
    requestKey,
    config,
  }: { hash: string; requestKey: RequestKey | undefined; config: AppContext['config'] },
): Promise<{ link: GiftLinkRow; isNew: boolean; isRepeat?: true }> {
  const made = await madeBefore(trx, 'gift_link', memberId, requestKey);
  if (made) return { link: made, isNew: false };
  await lockHash(trx, hash);
  if (await isRevived(trx, hash))
    return { link: await ownLink(trx, memberId, hash, requestKey), isNew: false, isRepeat: true };
  await requireDeposit(trx, memberId, null);
  const link = await trx
    .insertInto('gift_link')
    .values({
      member_id: memberId,
      hash,
      ...bornLeased({ config }),
      attempts: 1,
      ...requestKeyColumns(requestKey),
    })
    .onConflict((conflict) =>
      conflict.column('hash').where('status', '<>', 'FAILED').where('revived_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!link) return { link: await ownLink(trx, memberId, hash, requestKey), isNew: false, isRepeat: true };
  await writeGiftEntry(trx, link);
  return { link, isNew: true };
}

/** Whether the link's money came late: it waits for an operator, or is credited. */
async function isRevived(trx: Trx, hash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('gift_link')
    .select('id')
    .where('hash', '=', hash)
    .where('revived_at', 'is not', null)
    .where('status', '<>', 'FAILED')
    .executeTakeFirst();
  return row !== undefined;
}

/** The reserved link, if this member reserved it. @throws AppError TRUELINK_DUPLICATE */
async function ownLink(
  trx: Trx,
  memberId: bigint,
  hash: string,
  requestKey: RequestKey | undefined,
): Promise<GiftLinkRow> {
  const link = await trx
    .selectFrom('gift_link')
    .selectAll()
    .where('hash', '=', hash)
    .where('member_id', '=', memberId)
    .where('status', '<>', 'FAILED')
    .executeTakeFirst();
  if (!link) throw new AppError('TRUELINK_DUPLICATE');
  if (link.status === 'SUCCESS')
    await rememberDone(trx, memberId, requestKey, {
      kind: 'gift',
      ref: String(link.id),
      amount: link.amount,
    });
  return link;
}

/** Gift links by their key: a refused one releases it. */
export const giftOutcome: OutcomeSource = {
  kind: 'gift',
  state: sql`case status when 'PENDING' then 'under_way' when 'SUCCESS' then 'done' else 'refused' end`,
  code: sql`case when status = 'FAILED' then case reason when 'ALREADY_REDEEMED' then 'TRUELINK_DUPLICATE'
    when 'MAINTENANCE' then 'SERVICE_UNAVAILABLE' else 'TRUELINK_INVALID' end end`,
  amount: sql`amount`,
  isFree: sql`status = 'FAILED'`,
};

/** Redeems a reserved link and stores the result. @returns the row afterwards */
export async function redeemGiftLink(
  context: Pick<AppContext, 'db' | 'log' | 'metrics' | 'providers' | 'settings'>,
  link: GiftLinkRow,
): Promise<GiftLinkRow> {
  const { db, providers, settings } = context;
  const result = await providers.giftLinks.redeem({ id: link.redemption_id, hash: link.hash });
  if (result.status === 'redeemed') await takeRedeemed(context, link, result.amount, depositRules(settings));
  else
    await underFence(context, GIFT_LINKS, link, async (trx, lock) => endWithout(trx, await lock(), result));
  return db.selectFrom('gift_link').selectAll().where('id', '=', link.id).executeTakeFirstOrThrow();
}

/** Needs no fence: the money has come, and who asks again may hear only that the link is used. */
async function takeRedeemed(
  { db, log, metrics }: Pick<AppContext, 'db' | 'log' | 'metrics'>,
  link: GiftLinkRow,
  amount: Satang,
  rules: DepositRules,
): Promise<void> {
  const booked = await db.transaction().execute((trx) => bookRedeemed(trx, link, amount, rules));
  metrics.countLease(GIFT_LINKS.job, booked === 'queued' || booked === 'kept_out' ? 'gave_up' : 'done');
  const about = { giftLink: String(link.id), redemptionId: link.redemption_id, satang: String(amount) };
  if (booked === 'late') log.warn(about, 'refused gift link brought money: credited');
  if (booked === 'queued')
    log.error(about, 'gift link brought money that may be credited already: an operator decides');
  if (booked === 'other_amount') log.error(about, 'gift link brought another amount than was credited');
}

/**
 * A refusal of the first try answers the call, and nothing was in progress; a later refusal ends the row that the
 * member saw.
 */
async function endEntry(trx: Trx, { id, attempts }: GiftLinkRow): Promise<void> {
  if (attempts > 1) return finishEntry(trx, giftCause(id), 'FAILED');
  await trx.deleteFrom('statement_entry').where('cause', '=', giftCause(id)).execute();
}

/** Books an answer that brought nothing: the link is refused, asked about again, or a person's. */
async function endWithout(
  trx: Trx,
  link: GiftLinkRow,
  result: Exclude<GiftLinkResult, { status: 'redeemed' }>,
): Promise<LeaseEnd> {
  const reason = result.status === 'manual' ? 'NO_REDEEMER' : result.reason;
  // A no to a repeat that is not about the link, such as MAINTENANCE, tells nothing about the call before it.
  if (result.status === 'rejected' && (link.attempts === 1 || ABOUT_THE_LINK.has(reason))) {
    await endEntry(trx, link);
    await update(trx, link, { status: 'FAILED', reason, ...ended() });
    return 'done';
  }
  const isForPerson =
    result.status === 'manual' || (result.status === 'rejected' && PERHAPS_OURS.has(reason));
  return retryOrGiveUp(trx, GIFT_LINKS, link, {
    wait: isForPerson ? undefined : waitAfter(REDEEM_AGAIN, link.attempts),
    set: { reason },
    giveUp: () => update(trx, link, { reason, due_at: null }),
  });
}

const ended = () => ({ due_at: null, finished_at: sql<Date>`site.clock_timestamp()` });

function update(
  trx: Trx,
  { id }: GiftLinkRow,
  change: UpdateObject<Database, 'gift_link'>,
): Promise<unknown> {
  return trx.updateTable('gift_link').set(change).where('id', '=', id).execute();
}

/** @throws AppError the refusal of a failed link */
export function requireNotRefused(link: GiftLinkRow): void {
  if (link.status !== 'FAILED') return;
  if (link.reason === 'ALREADY_REDEEMED') throw new AppError('TRUELINK_DUPLICATE');
  if (link.reason === 'MAINTENANCE') throw new AppError('SERVICE_UNAVAILABLE');
  throw new AppError('TRUELINK_INVALID', link.reason ?? undefined);
}

/** Asks again for the links whose redemption is unknown. @returns how many */
export async function redeemDueGiftLinks(context: AppContext): Promise<number> {
  const due = await claimDue(context, GIFT_LINKS, {
    limit: AT_ONCE,
    set: { attempts: sql`due.attempts + 1` },
  });
  return workOnEach(context, GIFT_LINKS, due, (link) => redeemGiftLink(context, link));
}
