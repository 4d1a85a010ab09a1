import { isAllowed, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { waits } from '../../chat/listRooms.ts';
import { QUEUE_PERMISSION, type QueueName } from './claim.ts';

/** What is counted: the queues of claims, and chats, which are assigned instead. */
type Counted = QueueName | 'chats';
const COUNT_PERMISSION = { ...QUEUE_PERMISSION, chats: 'chat.answer' } as const;

/** How many items wait in each queue that the role may decide. */
export async function countQueues(db: Db, role: Role): Promise<Partial<Record<Counted, number>>> {
  const { rows } = await sql<Record<Counted, bigint>>`
    select
      (select count(*) from slip where step = 'OPERATOR'
        and (escalated_by is null or ${isAllowed(role, 'slip.supervise')})) as slips,
      (select count(*) from incoming_transfer where status = 'QUEUED') as incoming,
      (select count(*) from gateway_payment where paid_at is not null and status <> 'PAID' and decided_by is null) as gateways,
      (select count(*) from gift_link where status = 'PENDING' and due_at is null) as gifts,
      (select count(*) from manual_deposit where status = 'PENDING') as notices,
      (select count(*) from withdrawal where state in ('MANUAL', 'STUCK')) as withdrawals,
      (select count(*) from transfer_leg where state = 'STUCK') as transfers,
      (select count(*) from balance_adjustment where state = 'PENDING') as adjustments,
      (select count(*) from chat_room r where status = 'open' and last_position > 0 and ${waits('r')}) as chats`.execute(
    db,
  );
  const counts = Object.entries(rows[0] ?? {}) as [Counted, bigint][];
  return Object.fromEntries(
    counts
      .filter(([queue]) => isAllowed(role, COUNT_PERMISSION[queue]))
      .map(([queue, count]) => [queue, Number(count)]),
  );
}
