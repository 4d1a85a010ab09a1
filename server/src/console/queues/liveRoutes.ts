import type { FastifyInstance } from 'fastify';
import { authenticateOperator } from '../../calls/authenticateOperator.ts';
import { operatorSession } from '../../calls/sessionEnds.ts';
import type { AppContext } from '../../context.ts';

// Proxies close a silent stream.
const BEAT_MS = 20_000;

/**
 * GET /api/console/live: server-sent events, `changed` with the names of the queues that have changed; the console
 * reloads those that it shows. `ready` comes first; an empty `changed` means all queues. Browsers cannot add our header
 * to it, and it changes nothing.
 */
export function liveRoutes(app: FastifyInstance, context: AppContext): void {
  // A stream stays open automatically, so it does not show whether the operator is present.
  const check = { endpoint: {}, config: context.config, isUnattended: true };
  const streams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });

  app.get('/api/console/live', { schema: { hide: true } }, async (request, reply) => {
    const { tokenHash } = await authenticateOperator(context.db, request, check);
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
    const unsubscribe = context.queueNews.subscribe((queues) =>
      raw.write(`event: changed\ndata: ${queues.join(' ')}\n\n`),
    );
    const beat = setInterval(() => {
      authenticateOperator(context.db, request, check).then(
        () => raw.write(': beat\n\n'),
        () => raw.end(),
      );
    }, BEAT_MS);
    const end = () => {
      clearInterval(beat);
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
