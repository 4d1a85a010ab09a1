import { isAllowed, permissionsOf, type Role } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';

/** Where of a queue's table: what of it only some of those see, and take, who may decide it. */
export function seenBy(role: Role, queue: QueueName): RawBuilder<boolean> {
  if (queue === 'slips') return sql`(escalated_by is null or ${isAllowed(role, 'slip.supervise')})`;
  if (queue === 'approvals') return sql`permission = any (${permissionsOf(role)}::text[])`;
  return sql`true`;
}
