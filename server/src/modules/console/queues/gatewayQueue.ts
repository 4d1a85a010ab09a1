import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../../database/connect.ts';
import { claimColumns, memberName, presentClaim, WAITING_MAX } from './memberFacts.ts';

/** Gateway payments that were paid after their QR had closed, oldest first. */
export async function listLatePayments(db: Db, operatorId: bigint) {
  const rows = await db
    .selectFrom('gateway_payment')
    .innerJoin('member', 'member.id', 'gateway_payment.member_id')
    .where('paid_at', 'is not', null)
    .where('gateway_payment.status', '<>', 'PAID')
    .where('decided_by', 'is', null)
    .orderBy('paid_at')
    .limit(WAITING_MAX)
    .selectAll('gateway_payment')
    .select(['member.name', 'member.phone_number', ...claimColumns('gateways', 'gateway_payment.id')])
    .execute();
  return rows.map((row) => ({
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
