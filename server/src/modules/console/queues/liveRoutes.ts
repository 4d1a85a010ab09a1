import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { authenticateOperator } from '../authenticateOperator.ts';

// Proxies close a stream that says nothing; an ended session ends the stream at the next beat.
const BEAT_MS = 20_000;

/**
 * GET /api/console/live: server-sent events, `changed` whenever something that waits for people may have changed. It
 * carries no data: the console asks for what it shows. Browsers cannot add a header to it, and it changes nothing.
 */
export function liveRoutes(app: FastifyInstance, context: AppContext): void {
  const check = { permission: undefined, config: context.config };
  const streams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });

  app.get('/api/console/live', { schema: { hide: true } }, async (request, reply) => {
    await authenticateOperator(context.db, request, check);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    raw.write('event: ready\ndata:\n\n');
    const unsubscribe = context.queueNews.subscribe(() => raw.write('event: changed\ndata:\n\n'));
    const beat = setInterval(() => {
      authenticateOperator(context.db, request, check).then(
        () => raw.write(': beat\n\n'),
        () => raw.end(),
      );
    }, BEAT_MS);
    const end = () => {
      clearInterval(beat);
      unsubscribe();
      streams.delete(end);
      raw.end();
    };
    streams.add(end);
    raw.on('close', end);
  });
}
