import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { giftLinkOf } from '@krapao/contract/giftLink';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { memberName } from './memberFacts.ts';
import { readQueue } from './readQueue.ts';

/** Gift links whose outcome is unknown. */
export async function listGiftLinks(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('gift_link')
    .innerJoin('member', 'member.id', 'gift_link.member_id')
    .selectAll('gift_link')
    .select(['member.name', 'member.phone_number']);
  const { rows, next } = await readQueue(found, 'gifts', operator, query, { why: 'gift_link.reason' });
  const items = rows.map((row) => ({
    id: String(row.id),
    member: memberName(row),
    link: giftLinkOf(row.hash),
    why: row.reason,
    attempts: row.attempts,
    reported: row.amount === null ? null : bahtFromSatang(row.amount),
    createdAt: row.created_at.toISOString(),
    claim: row.claim,
  }));
  return { items, next };
}
