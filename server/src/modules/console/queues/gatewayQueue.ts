import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../../database/connect.ts';
import { claimOf, presentClaim } from './memberFacts.ts';

const WAITING_MAX = 200;

/** Gateway payments that were paid after their QR had closed, oldest first. */
export async function listLatePayments(db: Db, operatorId: bigint) {
  const claim = claimOf('gateways', 'gateway_payment.id');
  const rows = await db
    .selectFrom('gateway_payment')
    .innerJoin('member', 'member.id', 'gateway_payment.member_id')
    .where('paid_at', 'is not', null)
    .where('gateway_payment.status', '<>', 'PAID')
    .where('decided_by', 'is', null)
    .orderBy('paid_at')
    .limit(WAITING_MAX)
    .selectAll('gateway_payment')
    .select([
      'member.name',
      'member.phone_number',
      claim.claim_operator.as('claim_operator'),
      claim.claim_name.as('claim_name'),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    member: { id: String(row.member_id), name: row.name, phoneNumber: row.phone_number },
    gateway: row.gateway,
    amount: bahtFromSatang(row.amount),
    paidAmount: bahtFromSatang(row.paid_amount ?? 0n),
    paidAt: (row.paid_at ?? row.created_at).toISOString(),
    closedAs: row.status,
    createdAt: row.created_at.toISOString(),
    claim: presentClaim(row, operatorId),
  }));
}
