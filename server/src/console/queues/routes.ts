import { isAllowed } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { bind } from '../../calls/bind.ts';
import { isPresent } from '../../calls/operatorPresence.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { allRestUntil } from '../../modules/deposits/turn/showAccounts.ts';
import { countForSecond, listSoon } from '../approvals/approvalQueue.ts';
import { silentFeeds } from '../connections/feeds.ts';
import { asSeenBy } from '../members/privateData.ts';
import { overdueShifts } from '../shifts/workShift.ts';
import { failingWebhooks } from '../webhooks/showWebhooks.ts';
import { claimItem, releaseItem } from './claim.ts';
import { countQueues } from './countQueues.ts';
import { findByReference } from './findByReference.ts';
import { listInbox } from './inbox.ts';
import { showItemState } from './itemState.ts';

/** Operators whose console is open now, on any node, with the queue of their claimed item. */
async function listPresence(db: Db, me: bigint) {
  const { rows } = await sql<{ id: bigint; name: string; queue: QueueName | null }>`
    select o.id, o.name, (
      select c.queue from queue_claim c where c.operator_id = o.id and c.expires_at > site.now()
      order by c.expires_at desc limit 1) as queue
    from operator o
    where o.is_active and ${isPresent(sql.ref('o.id'))}
    order by o.name, o.id`.execute(db);
  return rows.map(({ id, name, queue }) => ({ id: String(id), name, queue, isMe: id === me }));
}

/** The items that wait for operators, and the operator at each. */
export function queueRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/queues', async ({ operator }) => ({
    ...(await countQueues(db, operator, context.settings.get('promises'))),
    asSecond: await countForSecond(db, operator),
    operators: await listPresence(db, operator.id),
    soon: await listSoon(db, operator.role),
    silentFeeds: await silentFeeds(context),
    failingWebhooks: await failingWebhooks(db),
    overdueShifts: isAllowed(operator.role, 'shift.manage') ? await overdueShifts(db) : [],
    restsUntil: (await allRestUntil(context))?.toISOString() ?? null,
  }));
  bind(app, context, 'GET /api/console/inbox', ({ operator, query }) =>
    listInbox(db, operator, query, context.settings.get('promises')),
  );
  bind(app, context, 'POST /api/console/find', async ({ operator, body }) =>
    asSeenBy(operator.role, await context.readers.read((from) => findByReference(from, operator, body.text))),
  );
  bind(app, context, 'GET /api/console/queues/:queue/:item', ({ operator, params }) => {
    requireQueue(operator, params.queue);
    return showItemState(db, params.queue, params.item, operator.role);
  });
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
