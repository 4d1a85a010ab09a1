import { decryptGiftLink, giftLinkHash } from '@krapao/contract/giftLink';
import type { Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { rememberDone } from '../../../calls/doOnce.ts';
import { madeBefore } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import type { Database, Db, Trx } from '../../../database/connect.ts';
import { leaseEnd } from '../../../jobs/leaseOf.ts';
import { ensureHouseAccount } from '../../../ledger/account.ts';
import type { GiftLinkRedeemer, GiftLinkResult } from '../../../providers/giftLinkRedeemer.ts';
import { finishEntry, writeEntry } from '../../statement/writeEntry.ts';
import { creditDeposit } from '../creditDeposit.ts';

export type GiftLinkRow = Selectable<Database['gift_link']>;

const PROVIDER = 'TRUEMONEY';
/** Seconds between repeats of a redemption with an unknown result; then an operator decides. */
const WAITS = [5, 15, 60, 300, 900, 3_600, 3_600, 3_600];
/** Refusals that concern the link itself, whichever call asks. */
/** The refusal of a link that we may have redeemed ourselves: after a lost answer only a person can decide. */
const PERHAPS_OURS = new Set(['EXHAUSTED', 'ALREADY_REDEEMED']);
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
 * @throws AppError TRUELINK_DUPLICATE (another member's), IDEMPOTENCY_MISMATCH
 */
export async function takeGiftLink(
  trx: Trx,
  memberId: bigint,
  {
    hash,
    requestKey,
    leaseSeconds,
  }: { hash: string; requestKey: RequestKey | undefined; leaseSeconds: number },
): Promise<{ link: GiftLinkRow; isNew: boolean; isRepeat?: true }> {
  const made = await madeBefore(trx, 'gift_link', memberId, requestKey);
  if (made) return { link: made, isNew: false };
  const link = await trx
    .insertInto('gift_link')
    .values({
      member_id: memberId,
      hash,
      due_at: leaseEnd(leaseSeconds),
      attempts: 1,
      ...requestKeyColumns(requestKey),
    })
    .onConflict((conflict) => conflict.column('hash').where('status', '<>', 'FAILED').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!link) return { link: await ownLink(trx, memberId, hash, requestKey), isNew: false, isRepeat: true };
  // The row exists while the link is being redeemed; its amount is known at the end.
  await writeEntry(trx, {
    memberId,
    cause: giftCause(link.id),
    type: 'deposit',
    status: 'PENDING',
    from: PROVIDER,
    to: 'WALLET',
    amount: 0n,
  });
  return { link, isNew: true };
}

/** The statement's cause of a gift link. */
export const giftCause = (linkId: bigint): string => `gift:${linkId}`;

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
  db: Db,
  redeemer: GiftLinkRedeemer,
  link: GiftLinkRow,
  satangForCoin: number,
): Promise<GiftLinkRow> {
  const result = await redeemer.redeem({ id: link.redemption_id, hash: link.hash });
  return db.transaction().execute((trx) => applyResult(trx, link, result, satangForCoin));
}

async function applyResult(
  trx: Trx,
  { id }: GiftLinkRow,
  result: GiftLinkResult,
  satangForCoin: number,
): Promise<GiftLinkRow> {
  const link = await trx
    .selectFrom('gift_link')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (link.status !== 'PENDING') return link;
  if (result.status === 'redeemed') {
    await creditGiftLink(trx, link, { amount: result.amount, satangForCoin, actor: 'system' });
  }
  const change = changeOf(link, result);
  if (change.status === 'FAILED') await endEntry(trx, link);
  return trx
    .updateTable('gift_link')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * A refusal of the first try answers the call, and nothing was in progress; a later refusal ends the row that the
 * member saw.
 */
async function endEntry(trx: Trx, { id, attempts }: GiftLinkRow): Promise<void> {
  if (attempts > 1) return finishEntry(trx, giftCause(id), 'FAILED');
  await trx.deleteFrom('statement_entry').where('cause', '=', giftCause(id)).execute();
}

/** Books what a gift link brought into the member's wallet. */
export async function creditGiftLink(
  trx: Trx,
  { id, member_id }: GiftLinkRow,
  credit: { amount: Satang; satangForCoin: number; actor: string },
): Promise<void> {
  await creditDeposit(trx, {
    ...credit,
    memberId: member_id,
    from: PROVIDER,
    debit: await ensureHouseAccount(trx, 'gift', PROVIDER),
    key: ['deposit', 'gift-link', String(id)],
    cause: giftCause(id),
  });
}

function changeOf(link: GiftLinkRow, result: GiftLinkResult) {
  const ended = { due_at: null, finished_at: sql<Date>`clock_timestamp()` };
  if (result.status === 'redeemed') return { status: 'SUCCESS', amount: result.amount, ...ended };
  // A refusal of a repeat that does not concern the link, such as MAINTENANCE, says nothing about the previous call.
  if (result.status === 'rejected' && (link.attempts === 1 || ABOUT_THE_LINK.has(result.reason)))
    return { status: 'FAILED', reason: result.reason, ...ended };
  const isForPerson =
    result.status === 'manual' || (result.status === 'rejected' && PERHAPS_OURS.has(result.reason));
  const wait = isForPerson ? undefined : WAITS[link.attempts - 1];
  return {
    status: 'PENDING',
    reason: result.status === 'manual' ? 'NO_REDEEMER' : result.reason,
    due_at: wait === undefined ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${wait})`,
  };
}

/** @throws AppError the refusal of a failed link */
export function requireNotRefused(link: GiftLinkRow): void {
  if (link.status !== 'FAILED') return;
  if (link.reason === 'ALREADY_REDEEMED') throw new AppError('TRUELINK_DUPLICATE');
  if (link.reason === 'MAINTENANCE') throw new AppError('SERVICE_UNAVAILABLE');
  throw new AppError('TRUELINK_INVALID', link.reason ?? undefined);
}

/** Repeats redemptions with an unknown result. @returns how many */
export async function redeemDueGiftLinks(
  db: Db,
  redeemer: GiftLinkRedeemer,
  { satangForCoin, leaseSeconds }: { satangForCoin: number; leaseSeconds: number },
): Promise<number> {
  const { rows } = await sql<GiftLinkRow>`
    update gift_link set due_at = ${leaseEnd(leaseSeconds)}, attempts = attempts + 1
    where id in (
      select id from gift_link where due_at <= now() order by due_at limit 8 for update skip locked)
    returning *`.execute(db);
  await Promise.all(rows.map((link) => redeemGiftLink(db, redeemer, link, satangForCoin)));
  return rows.length;
}
