import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';

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
  isPending?: boolean;
  limit: number;
}

/** Adjustments, newest first; those that wait, oldest first. */
export async function adjustmentsOf(db: Db | Trx, { memberId, id, isPending, limit }: Which) {
  let query = db
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
    ])
    .orderBy('a.created_at', isPending ? 'asc' : 'desc')
    .orderBy('a.id')
    .limit(limit);
  if (memberId !== undefined) query = query.where('a.member_id', '=', memberId);
  if (id !== undefined) query = query.where('a.id', '=', id);
  if (isPending) query = query.where('a.state', '=', sql.lit('PENDING'));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    member: { id: String(row.member_id), name: row.name, phoneNumber: row.phone_number },
    amount: bahtFromSatang(row.amount),
    reasonCode: row.reason_code as ReasonCode,
    reason: row.reason,
    state: row.state as 'PENDING' | 'APPLIED' | 'REJECTED',
    requestedBy: { id: String(row.requested_by), name: row.asker_name },
    decidedBy: row.decided_by === null ? null : { id: String(row.decided_by), name: row.decider_name ?? '' },
    createdAt: row.created_at.toISOString(),
  }));
}
