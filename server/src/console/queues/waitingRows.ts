import { isAllowed, permissionsOf, type Role } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';
import { isHeldByCase } from '../../modules/cases/heldByCase.ts';
import { isHeldByFinding } from '../../modules/identity/findings/heldByFinding.ts';
import { QUEUES } from '../../queues.ts';

/** SQL condition for the items of a queue that a role may see and claim. */
export function seenBy(role: Role, queue: QueueName): RawBuilder<boolean> {
  if (queue === 'slips') return sql`(escalated_by is null or ${isAllowed(role, 'slip.supervise')})`;
  // Who may not decide cases neither sees a payout that a case holds nor settles it; so with findings.
  const isFree = (memberId: string) =>
    sql<boolean>`((${isAllowed(role, 'case.decide')} or not ${isHeldByCase(sql.ref(memberId))})
      and (${isAllowed(role, 'identity.decide')} or not ${isHeldByFinding(sql.ref(memberId))}))`;
  if (queue === 'withdrawals') return isFree('withdrawal.member_id');
  if (queue === 'approvals')
    return sql`(permission = any (${permissionsOf(role)}::text[])
      and (kind not like 'withdrawal.%' or ${isFree('approval.member_id')}))`;
  return sql`true`;
}

/**
 * The ids of a queue's items that wait for a role, or another column of them. Items that wait for a second operator are in the queue of approvals
 * instead.
 */
export function waitingRows(role: Role, queue: QueueName, column = 'id'): RawBuilder<unknown> {
  const { table, subject, waits } = QUEUES[queue];
  const id = sql.ref(`${table}.id`);
  return sql`
    select ${sql.ref(`${table}.${column}`)} from ${sql.table(table)}
    where ${waits} and ${seenBy(role, queue)} and not exists (
      select from approval asked where asked.subject = ${`${subject}:`} || ${id}::text and asked.state = 'PENDING')`;
}
