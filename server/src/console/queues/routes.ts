import { isAllowed, type Role } from '@krapao/contract/permissions';
import { type Counted, QUEUE_NAMES, QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { waits } from '../../modules/chat/listRooms.ts';
import { allRestUntil } from '../../modules/deposits/turn/showAccounts.ts';
import { listSoon } from '../approvals/approvalQueue.ts';
import { silentFeeds } from '../connections/feeds.ts';
import { claimItem, releaseItem } from './claim.ts';
import { waitingRows } from './waitingRows.ts';

/**
 * The stream of an open console reports its operator at every heartbeat; the time is stored at most every 30 seconds.
 */
const SEEN_SECONDS = 90;

/** Operators whose console is open now, on any node, with the queue of their claimed item. */
async function listPresence(db: Db, me: bigint) {
  const { rows } = await sql<{ id: bigint; name: string; queue: QueueName | null }>`
    select o.id, o.name, (
      select c.queue from queue_claim c where c.operator_id = o.id and c.expires_at > now()
      order by c.expires_at desc limit 1) as queue
    from operator o
    where o.is_active and exists (
      select from operator_session s
      where s.operator_id = o.id and s.expires_at > now()
        and s.last_seen_at > now() - make_interval(secs => ${SEEN_SECONDS}))
    order by o.name, o.id`.execute(db);
  return rows.map(({ id, name, queue }) => ({ id: String(id), name, queue, isMe: id === me }));
}

/** The items that wait for operators, and the operator at each. */
export function queueRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/queues', async ({ operator }) => ({
    counts: await countQueues(db, operator.role),
    operators: await listPresence(db, operator.id),
    soon: await listSoon(db, operator.role),
    silentFeeds: await silentFeeds(context),
    restsUntil: (await allRestUntil(context))?.toISOString() ?? null,
  }));
  bind(app, context, 'POST /api/console/queues/:queue/:item/claim', async ({ operator, params }) => {
    requireQueue(operator, params.queue);
    await db.transaction().execute((trx) => claimItem(trx, params.queue, params.item, operator));
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/queues/:queue/:item/release', async ({ operator, params }) => {
    requireQueue(operator, params.queue);
    await db.transaction().execute((trx) => releaseItem(trx, params.queue, params.item, operator.id));
    return { code: 'OK' };
  });
}

function requireQueue({ role }: Operator, queue: QueueName): void {
  if (!isAllowed(role, QUEUE_PERMISSIONS[queue])) throw new AppError('OPERATOR_FORBIDDEN', queue);
}

/** Number of waiting items in each queue that the role may decide. */
async function countQueues(db: Db, role: Role): Promise<Partial<Record<Counted, number>>> {
  const counts = [
    ...QUEUE_NAMES.filter((name) => isAllowed(role, QUEUE_PERMISSIONS[name])).map(
      (name) =>
        sql`select ${sql.lit(name)} as queue, count(*)::int as count from (${waitingRows(role, name)}) w`,
    ),
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
