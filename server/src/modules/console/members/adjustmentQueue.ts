import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { presentClaim, WAITING_MAX } from '../queues/memberFacts.ts';
import { adjustmentsOf } from './adjustment.ts';

/** Adjustments that wait for a second operator, oldest first. */
export async function listWaitingAdjustments(db: Db, operatorId: bigint) {
  const [items, claims] = await Promise.all([
    adjustmentsOf(db, { isPending: true, limit: WAITING_MAX }),
    db
      .selectFrom('queue_claim')
      .innerJoin('operator', 'operator.id', 'queue_claim.operator_id')
      .where('queue', '=', 'adjustments')
      .where('expires_at', '>', sql<Date>`now()`)
      .select(['item', 'operator.id as claim_operator', 'operator.name as claim_name'])
      .execute(),
  ]);
  const byItem = new Map(claims.map((claim) => [claim.item, claim]));
  return items.map((item) => ({
    ...item,
    claim: presentClaim(byItem.get(item.id) ?? { claim_operator: null, claim_name: null }, operatorId),
  }));
}
