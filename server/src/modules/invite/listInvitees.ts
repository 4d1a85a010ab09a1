import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { inviteShares, type ShareRules } from './inviteShare.ts';

type Call = Contract['POST /api/invite'];

/** The member's invitees, newest first, with the earnings from each: received and still to receive (INV-01). */
export async function listInvitees(
  db: Db,
  memberId: bigint,
  { page, limit }: BodyOf<Call>,
  rules: ShareRules,
): Promise<ResponseOf<Call>> {
  const invited = db.selectFrom('member').where('invited_by', '=', memberId).where('id', '<>', memberId);
  const [{ total }, rows, open] = await Promise.all([
    invited.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    invited
      .select((select) => [
        'id',
        'name',
        'created_at',
        select
          .selectFrom('invite_receipt_line')
          .whereRef('invitee_id', '=', 'member.id')
          .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('received'))
          .as('received'),
      ])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    inviteShares(db, memberId, rules),
  ]);
  const openOf = new Map(open.map(({ inviteeId, amount }) => [inviteeId, amount]));
  return {
    total: Number(total),
    invites: rows.map(({ id, name, created_at, received }) => ({
      from: { name },
      amount: bahtFromSatang((received ?? 0n) + (openOf.get(id) ?? 0n)),
      createdAt: created_at.toISOString(),
    })),
  };
}
