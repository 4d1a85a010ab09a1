import { isAllowed, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { QUEUE_PERMISSION, type QueueName } from './claim.ts';

/** How many items wait in each queue that the role may decide. */
export async function countQueues(db: Db, role: Role): Promise<Partial<Record<QueueName, number>>> {
  const { rows } = await sql<Record<QueueName, bigint>>`
    select
      (select count(*) from slip where step = 'OPERATOR'
        and (escalated_by is null or ${isAllowed(role, 'slip.supervise')})) as slips,
      (select count(*) from incoming_transfer where status = 'QUEUED') as incoming,
      (select count(*) from gateway_payment where paid_at is not null and status <> 'PAID' and decided_by is null) as gateways,
      (select count(*) from withdrawal where state in ('MANUAL', 'STUCK')) as withdrawals,
      (select count(*) from transfer_leg where state = 'STUCK') as transfers,
      (select count(*) from balance_adjustment where state = 'PENDING') as adjustments`.execute(db);
  const counts = Object.entries(rows[0] ?? {}) as [QueueName, bigint][];
  return Object.fromEntries(
    counts
      .filter(([queue]) => isAllowed(role, QUEUE_PERMISSION[queue]))
      .map(([queue, count]) => [queue, Number(count)]),
  );
}
