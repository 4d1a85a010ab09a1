import { isAllowed, permissionsOf, type Role } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';

/** SQL condition for the items of a queue that a role may see and claim. */
export function seenBy(role: Role, queue: QueueName): RawBuilder<boolean> {
  if (queue === 'slips') return sql`(escalated_by is null or ${isAllowed(role, 'slip.supervise')})`;
  if (queue === 'approvals') return sql`permission = any (${permissionsOf(role)}::text[])`;
  return sql`true`;
}
