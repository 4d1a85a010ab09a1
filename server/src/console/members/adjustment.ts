import { bahtFromSatang } from '@krapao/contract/money';
import type { Db, Trx } from '../../database/connect.ts';

export const REASON_CODES = [
  'MISSING_DEPOSIT',
  'GOODWILL',
  'OPERATOR_ERROR',
  'PROVIDER_CORRECTION',
  'FRAUD',
  'OTHER',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

interface Which {
  memberId?: bigint;
  id?: string;
  limit: number;
}

/** A member's adjustments, newest first, or one of them. */
export async function adjustmentsOf(db: Db | Trx, { memberId, id, limit }: Which) {
  let query = selectAdjustments(db).orderBy('a.created_at', 'desc').orderBy('a.id').limit(limit);
  if (memberId !== undefined) query = query.where('a.member_id', '=', memberId);
  if (id !== undefined) query = query.where('a.id', '=', id);
  return (await query.execute()).map(presentAdjustment);
}

type AdjustmentRow = Awaited<ReturnType<ReturnType<typeof selectAdjustments>['execute']>>[number];

/** Adjustments as `a`, with what presentAdjustment needs of them. */
function selectAdjustments(db: Db | Trx) {
  return db
    .selectFrom('balance_adjustment as a')
    .innerJoin('member', 'member.id', 'a.member_id')
    .innerJoin('operator as asker', 'asker.id', 'a.requested_by')
    .leftJoin('operator as decider', 'decider.id', 'a.decided_by')
    .select([
      'a.id',
      'a.member_id',
      'member.name',
      'member.phone_number',
      'a.amount',
      'a.reason_code',
      'a.reason',
      'a.state',
      'a.requested_by',
      'asker.name as asker_name',
      'a.decided_by',
      'decider.name as decider_name',
      'a.created_at',
    ]);
}

function presentAdjustment(row: AdjustmentRow) {
  return {
    id: row.id,
    member: { id: String(row.member_id), name: row.name, phoneNumber: row.phone_number },
    amount: bahtFromSatang(row.amount),
    reasonCode: row.reason_code as ReasonCode,
    reason: row.reason,
    state: row.state as 'PENDING' | 'APPLIED' | 'REJECTED',
    requestedBy: { id: String(row.requested_by), name: row.asker_name },
    decidedBy: row.decided_by === null ? null : { id: String(row.decided_by), name: row.decider_name ?? '' },
    createdAt: row.created_at.toISOString(),
  };
}
