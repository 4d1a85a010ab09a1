import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { isNotAsked } from '../../queues.ts';
import { claimColumns, memberName, presentClaim } from './memberFacts.ts';
import { queuePage, queuePlace } from './queuePlace.ts';

/** Operations at providers that could not end automatically, each with all operations of its transfer. */
export async function listStuckLegs(db: Db, operatorId: bigint, page: QueueQuery) {
  const { isAfter, order, limit, place } = queuePlace(page, {
    id: 'leg.id',
    since: 'leg.created_at',
    amount: 'leg.amount',
    why: 'leg.reason',
  });
  const rows = await db
    .selectFrom('transfer_leg as leg')
    .innerJoin('transfer', 'transfer.id', 'leg.transfer_id')
    .innerJoin('member', 'member.id', 'leg.member_id')
    .where('leg.state', '=', 'STUCK')
    .where(isNotAsked('transfers', 'leg.id'))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .selectAll('leg')
    .select([
      'member.name',
      'member.phone_number',
      'transfer.kind',
      'transfer.from_code',
      'transfer.to_code',
      'transfer.amount as transfer_amount',
      'transfer.moved',
      ...claimColumns('transfers', 'leg.id'),
      place,
    ])
    .execute();
  const transfers = [...new Set(rows.map(({ transfer_id }) => transfer_id))];
  const legs =
    transfers.length === 0
      ? []
      : await db
          .selectFrom('transfer_leg')
          .where('transfer_id', 'in', transfers)
          .orderBy('created_at')
          .orderBy('id')
          .select(['id', 'transfer_id', 'provider', 'direction', 'amount', 'state'])
          .execute();
  return queuePage(rows, (row) => ({
    id: row.id,
    member: memberName(row),
    provider: row.provider,
    username: row.username,
    direction: row.direction as 'in' | 'out',
    amount: bahtFromSatang(row.amount),
    reason: row.reason,
    sends: row.sends,
    asks: row.asks,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    transfer: {
      id: row.transfer_id,
      kind: row.kind,
      from: row.from_code,
      to: row.to_code,
      amount: bahtFromSatang(row.transfer_amount),
      moved: bahtFromSatang(row.moved),
      legs: legs
        .filter(({ transfer_id }) => transfer_id === row.transfer_id)
        .map(({ id, provider, direction, amount, state }) => ({
          id,
          provider,
          direction,
          amount: bahtFromSatang(amount),
          state,
        })),
    },
    claim: presentClaim(row, operatorId),
  }));
}
