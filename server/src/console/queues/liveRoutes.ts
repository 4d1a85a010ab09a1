import { isAllowed, type Role } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import type { FastifyInstance } from 'fastify';
import { authenticateOperator } from '../../calls/authenticateOperator.ts';
import { operatorSession } from '../../calls/sessionEnds.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { consoleAddressTest } from '../../http/consoleAddress.ts';

// Proxies close a silent stream.
const BEAT_MS = 20_000;

/**
 * GET /api/console/live: server-sent events, `changed` with the names of the queues that have changed; the console
 * reloads those that it shows. An operator hears of no queue that they may not decide, but of approvals: a decided one
 * changes what other pages show. `ready` comes first; an empty `changed` means all queues. Browsers cannot add our header
 * to it, and it changes nothing.
 */
export function liveRoutes(app: FastifyInstance, context: AppContext): void {
  // A stream stays open automatically, so it does not show whether the operator is present.
  const check = { endpoint: {}, config: context.config, isUnattended: true };
  const isFrom = consoleAddressTest(context);
  const streams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });

  app.get('/api/console/live', { schema: { hide: true } }, async (request, reply) => {
    const { tokenHash, role } = await authenticateOperator(context.db, request, check);
    let listener = role;
    reply.hijack();
    const { raw } = reply;
    const headers = {
      ...reply.getHeaders(),
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    };
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
    raw.write('event: ready\ndata:\n\n');
    const unsubscribe = context.queueNews.subscribe((queues) => {
      const heard = queues.filter((queue) => mayHear(listener, queue));
      if (heard.length > 0) raw.write(`event: changed\ndata: ${heard.join(' ')}\n\n`);
    });
    const beat = clock.every(BEAT_MS, () => {
      if (!isFrom(request.ip)) return raw.end();
      authenticateOperator(context.db, request, check).then(
        (operator) => {
          listener = operator.role;
          raw.write(': beat\n\n');
        },
        () => raw.end(),
      );
    });
    const countEnd = context.metrics.openStream('operator');
    const end = () => {
      if (!streams.has(end)) return;
      countEnd();
      beat.cancel();
      unsubscribe();
      ignoreEnd();
      streams.delete(end);
      raw.end();
    };
    const ignoreEnd = context.sessionEnds.onEnd(operatorSession(tokenHash), end);
    streams.add(end);
    raw.on('close', end);
  });
}

function mayHear(role: Role, queue: string): boolean {
  const isHeldBack = queue in QUEUE_PERMISSIONS && queue !== 'approvals';
  return !isHeldBack || isAllowed(role, QUEUE_PERMISSIONS[queue as QueueName]);
}
