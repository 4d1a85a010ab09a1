import { giftLinkOf } from '@krapao/contract/giftLink';
import type { Db } from '../../../database/connect.ts';
import { claimColumns, memberName, presentClaim, WAITING_MAX } from './memberFacts.ts';

/** Gift links of which no machine knows whether they were redeemed, oldest first. */
export async function listGiftLinks(db: Db, operatorId: bigint) {
  const rows = await db
    .selectFrom('gift_link')
    .innerJoin('member', 'member.id', 'gift_link.member_id')
    .where('gift_link.status', '=', 'PENDING')
    .where('due_at', 'is', null)
    .orderBy('gift_link.id')
    .limit(WAITING_MAX)
    .selectAll('gift_link')
    .select(['member.name', 'member.phone_number', ...claimColumns('gifts', 'gift_link.id')])
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    member: memberName(row),
    link: giftLinkOf(row.hash),
    why: row.reason,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    claim: presentClaim(row, operatorId),
  }));
}
