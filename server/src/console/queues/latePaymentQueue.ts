import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { isNotAsked } from '../../queues.ts';
import { claimColumns, memberName, presentClaim } from './memberFacts.ts';
import { queuePage, queuePlace } from './queuePlace.ts';

/** Gateway payments that arrived after their QR had closed. */
export async function listLatePayments(db: Db, operatorId: bigint, page: QueueQuery) {
  const { isAfter, order, limit, place } = queuePlace(page, {
    id: 'gateway_payment.id',
    since: 'gateway_payment.paid_at',
    amount: 'gateway_payment.paid_amount',
    why: 'gateway_payment.status',
  });
  const rows = await db
    .selectFrom('gateway_payment')
    .innerJoin('member', 'member.id', 'gateway_payment.member_id')
    .where('paid_at', 'is not', null)
    .where('gateway_payment.status', '<>', 'PAID')
    .where('decided_by', 'is', null)
    .where(isNotAsked('latePayments', 'gateway_payment.id'))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .selectAll('gateway_payment')
    .select([
      'member.name',
      'member.phone_number',
      ...claimColumns('latePayments', 'gateway_payment.id'),
      place,
    ])
    .execute();
  return queuePage(rows, (row) => ({
    id: row.id,
    member: memberName(row),
    gateway: row.gateway,
    amount: bahtFromSatang(row.amount),
    paidAmount: bahtFromSatang(row.paid_amount ?? 0n),
    paidAt: (row.paid_at ?? row.created_at).toISOString(),
    closedAs: row.status,
    createdAt: row.created_at.toISOString(),
    claim: presentClaim(row, operatorId),
  }));
}
