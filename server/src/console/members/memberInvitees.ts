import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { figureOf } from '../../modules/figures/memberMoney.ts';

const PAGE = 50;

/** The member's invitees, newest first, with their deposits; `before` is the last id shown. */
export async function listInvitees(db: Db, memberId: bigint, before: string | undefined) {
  let query = db
    .selectFrom('member')
    .where('invited_by', '=', memberId)
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .select([
      'id',
      'name',
      'phone_number',
      'status',
      'created_at',
      figureOf('deposits', sql.ref('member.id')).as('deposits'),
    ]);
  if (before !== undefined) query = query.where('id', '<', BigInt(before));
  const rows = await query.execute();
  return {
    hasMore: rows.length > PAGE,
    invitees: rows.slice(0, PAGE).map((row) => ({
      id: String(row.id),
      name: row.name,
      phoneNumber: row.phone_number,
      status: row.status,
      createdAt: row.created_at.toISOString(),
      deposits: bahtFromSatang(row.deposits),
    })),
  };
}
