import { isAllowed, type Role } from '@krapao/contract/permissions';
import { type Counted, QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { waits } from '../../modules/chat/listRooms.ts';
import { isNotAsked, QUEUES } from '../../queues.ts';
import { seenBy } from './seenBy.ts';

/** How many items wait in each queue that the role may decide. */
export async function countQueues(db: Db, role: Role): Promise<Partial<Record<Counted, number>>> {
  const counts = [
    ...QUEUE_NAMES.filter((name) => isAllowed(role, QUEUE_PERMISSIONS[name])).map((name) => {
      const { table, waits } = QUEUES[name];
      return sql`select ${sql.lit(name)} as queue, count(*)::int as count
        from ${sql.table(table)} where ${waits} and ${isNotAsked(name, `${table}.id`)} and ${seenBy(role, name)}`;
    }),
    ...(isAllowed(role, 'chat.answer')
      ? [
          sql`select 'chats' as queue, count(*)::int as count from chat_room r
            where status = 'open' and last_position > 0 and ${waits('r')}`,
        ]
      : []),
  ];
  if (counts.length === 0) return {};
  const { rows } = await sql<{
    queue: Counted;
    count: number;
  }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ queue, count }) => [queue, count]));
}
