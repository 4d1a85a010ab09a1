import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { memberName } from './memberFacts.ts';
import { readQueue } from './readQueue.ts';

/** Gateway payments that arrived after their QR had closed. */
export async function listLatePayments(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('gateway_payment')
    .innerJoin('member', 'member.id', 'gateway_payment.member_id')
    .selectAll('gateway_payment')
    .select(['member.name', 'member.phone_number']);
  const { rows, next } = await readQueue(found, 'latePayments', operator, query, {
    amount: 'gateway_payment.paid_amount',
    why: 'gateway_payment.status',
  });
  const items = rows.map((row) => ({
    id: row.id,
    member: memberName(row),
    gateway: row.gateway,
    amount: bahtFromSatang(row.amount),
    paidAmount: bahtFromSatang(row.paid_amount ?? 0n),
    paidAt: (row.paid_at ?? row.created_at).toISOString(),
    closedAs: row.status,
    createdAt: row.created_at.toISOString(),
    claim: row.claim,
  }));
  return { items, next };
}
