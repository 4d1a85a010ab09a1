import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { giftLinkOf } from '@krapao/contract/giftLink';
import type { Db } from '../../database/connect.ts';
import { isNotAsked } from '../../queues.ts';
import { claimColumns, memberName, presentClaim } from './memberFacts.ts';
import { queuePage, queuePlace } from './queuePlace.ts';

/** Gift links whose outcome is unknown. */
export async function listGiftLinks(db: Db, operatorId: bigint, page: QueueQuery) {
  const { isAfter, order, limit, place } = queuePlace(page, {
    id: 'gift_link.id',
    since: 'gift_link.created_at',
    why: 'gift_link.reason',
  });
  const rows = await db
    .selectFrom('gift_link')
    .innerJoin('member', 'member.id', 'gift_link.member_id')
    .where('gift_link.status', '=', 'PENDING')
    .where('due_at', 'is', null)
    .where(isNotAsked('gifts', 'gift_link.id'))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .selectAll('gift_link')
    .select(['member.name', 'member.phone_number', ...claimColumns('gifts', 'gift_link.id'), place])
    .execute();
  return queuePage(rows, (row) => ({
    id: String(row.id),
    member: memberName(row),
    link: giftLinkOf(row.hash),
    why: row.reason,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    claim: presentClaim(row, operatorId),
  }));
}
