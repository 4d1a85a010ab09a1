import type { Role } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import { isItemId } from './claim.ts';
import { seenBy } from './waitingRows.ts';

interface ItemState {
  state: 'WAITING' | 'ASKED' | 'OVER';
  /** Who ended it and why: null where no operator did. */
  end: { at: string; operatorName: string | null; reason: string | null } | null;
}

/** Whether a row of the queue's table, by its bare columns, has a page: it waits, or is over. */
export function hasAddress(queue: QueueName): RawBuilder<boolean> {
  const { waits, endedAt } = QUEUES[queue];
  return sql<boolean>`(${waits} or coalesce(decided_at, ${endedAt}) is not null)`;
}

/**
 * What became of a queue's item, for who comes to its address later.
 * @throws AppError NO_DATA if it never waited, or this role may not see it
 */
export async function showItemState(db: Db, queue: QueueName, item: string, role: Role): Promise<ItemState> {
  const { table, id, subject, waits, endedAt } = QUEUES[queue];
  if (!isItemId(queue, item)) throw new AppError('NO_DATA');
  const { rows } = await sql<{
    waits: boolean;
    asked: boolean;
    ended_at: Date | null;
    operator: string | null;
    reason: string | null;
  }>`
    select ${waits} as waits, coalesce(decided_at, ${endedAt}) as ended_at, decided_because as reason,
      (select o.name from operator o where o.id = ${sql.ref(`${table}.decided_by`)}) as operator,
      exists (select from approval asked where asked.subject = ${`${subject}:${item}`} and asked.state = 'PENDING') as asked
    from ${sql.table(table)}
    where id = ${item}::${sql.raw(id)} and ${seenBy(role, queue)}`.execute(db);
  const [row] = rows;
  if (row?.waits) return { state: row.asked ? 'ASKED' : 'WAITING', end: null };
  if (row?.ended_at == null) throw new AppError('NO_DATA');
  const { ended_at: at, operator, reason } = row;
  return {
    state: 'OVER',
    end: { at: at.toISOString(), operatorName: operator, reason: operator === null ? null : reason },
  };
}
