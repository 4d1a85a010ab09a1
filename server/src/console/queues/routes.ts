import { isAllowed } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { listSoon } from '../approvals/approvalQueue.ts';
import { claimItem, releaseItem } from './claim.ts';
import { countQueues } from './countQueues.ts';
import { listPresence } from './presence.ts';

/** What waits for people, and who is at which item. */
export function queueRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/queues', async ({ operator }) => ({
    counts: await countQueues(db, operator.role),
    operators: await listPresence(db, operator.id),
    soon: await listSoon(db),
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
