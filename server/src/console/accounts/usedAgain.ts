import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';

const SHOWN_MAX = 100;

/** Payouts whose reference proves an earlier one, the newest first: older ones, and those that two operators agreed to. */
export async function listUsedAgain(db: Db) {
  const rows = await db
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .innerJoin('withdrawal as f', 'f.id', 'w.reference_of')
    .innerJoin('member as fm', 'fm.id', 'f.member_id')
    .leftJoin('operator as o', 'o.id', 'w.decided_by')
    .where('w.reference_of', 'is not', null)
    .orderBy('w.settled_at', 'desc')
    .limit(SHOWN_MAX)
    .select([
      'w.id',
      'w.member_id',
      'm.name',
      'w.amount',
      'w.trans_ref',
      'w.settled_at',
      'o.name as operator',
    ])
    .select([
      'f.id as first_id',
      'f.member_id as first_member',
      'fm.name as first_name',
      'f.amount as first_amount',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    memberId: String(row.member_id),
    memberName: row.name,
    amount: bahtFromSatang(row.amount),
    reference: row.trans_ref ?? '',
    at: (row.settled_at as Date).toISOString(),
    operatorName: row.operator,
    first: {
      id: row.first_id,
      memberId: String(row.first_member),
      memberName: row.first_name,
      amount: bahtFromSatang(row.first_amount),
    },
  }));
}
