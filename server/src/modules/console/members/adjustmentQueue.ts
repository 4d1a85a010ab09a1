import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { claimColumns, presentClaim } from '../queues/memberFacts.ts';
import { queuePage, queuePlace } from '../queues/queuePlace.ts';
import { presentAdjustment, selectAdjustments } from './adjustment.ts';

/** Adjustments that wait for a second operator. */
export async function listWaitingAdjustments(db: Db, operatorId: bigint, page: QueueQuery) {
  const { isAfter, order, limit, place } = queuePlace(page, {
    id: 'a.id',
    since: 'a.created_at',
    amount: 'a.amount',
    why: 'a.reason_code',
  });
  const rows = await selectAdjustments(db)
    .where('a.state', '=', sql.lit('PENDING'))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .select([...claimColumns('adjustments', 'a.id'), place])
    .execute();
  return queuePage(rows, (row) => ({ ...presentAdjustment(row), claim: presentClaim(row, operatorId) }));
}
