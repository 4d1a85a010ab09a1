import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { memberName } from './memberFacts.ts';
import { readQueue } from './readQueue.ts';

/**
 * Gateway payments that arrived after their QR had closed, and orders of which nobody can be asked any more.
 * @param gateways the titles of payment gateways, by code
 */
export async function listLatePayments(
  db: Db,
  operator: Operator,
  query: QueueQuery,
  gateways: ReadonlyMap<string, string>,
) {
  const found = db
    .selectFrom('gateway_payment')
    .innerJoin('member', 'member.id', 'gateway_payment.member_id')
    .selectAll('gateway_payment')
    .select(['member.name', 'member.phone_number']);
  const { rows, next } = await readQueue(found, 'latePayments', operator, query, {
    amount: sql`coalesce(gateway_payment.paid_amount, gateway_payment.amount)`,
    why: 'gateway_payment.status',
  });
  const items = rows.map((row) => ({
    id: row.id,
    member: memberName(row),
    gateway: gateways.get(row.gateway) ?? row.gateway,
    amount: bahtFromSatang(row.amount),
    paidAmount: bahtFromSatang(row.paid_amount ?? row.amount),
    ...(row.pay_currency === 'LAK' && { kip: Number((row.received ?? row.pay_amount) / 100n) }),
    paidAt: row.paid_at?.toISOString() ?? null,
    why: row.note,
    paymentId: row.payment_id,
    closedAs: row.status,
    createdAt: row.created_at.toISOString(),
    claim: row.claim,
  }));
  return { items, next };
}
