import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import type { DepositRules } from '../depositRules.ts';
import { requireReturned } from '../returnReference.ts';
import { creditGiftLink, type GiftLinkRow, giftCause } from './bookGift.ts';

type LinkDecision = Decision & { linkId: bigint };

/**
 * Credits the amount that an operator saw arrive from a gift link, once.
 * @throws AppError NO_DATA, ALREADY_DECIDED, REQUEST_IN_PROGRESS (a job still asks the redeemer), INVALID_AMOUNT,
 * INVALID_REQUEST
 */
export async function approveGiftLink(
  trx: Trx,
  { linkId, amount, ...decision }: LinkDecision & { amount: Satang },
  rules: DepositRules,
): Promise<GiftLinkRow> {
  if (amount <= 0n) throw new AppError('INVALID_AMOUNT');
  const link = await lockWaiting(trx, linkId);
  await creditGiftLink(trx, link, { amount, rules, actor: decision.operator });
  return finish(trx, linkId, { status: 'SUCCESS', amount }, decision);
}

/**
 * Ends a gift link that brought nothing, which the member may send again, or whose money went back.
 * @throws AppError as approveGiftLink
 */
export async function rejectGiftLink(
  trx: Trx,
  { linkId, returnReference, ...decision }: LinkDecision & { returnReference?: string | undefined },
): Promise<GiftLinkRow> {
  const { reason } = await lockWaiting(trx, linkId);
  const reference = requireReturned(reason, returnReference);
  await trx
    .updateTable('statement_entry')
    .set({ status: 'FAILED' })
    .where('cause', '=', giftCause(linkId))
    .execute();
  return finish(trx, linkId, { status: 'FAILED', returned_reference: reference }, decision);
}

function finish(
  trx: Trx,
  id: bigint,
  end: { status: 'SUCCESS'; amount: Satang } | { status: 'FAILED'; returned_reference: string | null },
  decision: Decision,
): Promise<GiftLinkRow> {
  return trx
    .updateTable('gift_link')
    .set({ ...end, finished_at: sql<Date>`site.clock_timestamp()`, ...decisionColumns(decision) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function lockWaiting(trx: Trx, id: bigint): Promise<GiftLinkRow> {
  const link = await trx
    .selectFrom('gift_link')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw new AppError('NO_DATA', 'no such gift link');
  if (link.status !== 'PENDING') throw new AppError('ALREADY_DECIDED', link.status);
  if (link.due_at !== null) throw new AppError('REQUEST_IN_PROGRESS', 'the redeemer is still asked');
  return link;
}
