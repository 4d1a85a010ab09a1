import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../calls/authenticate.ts';
import { memberSession } from '../../calls/sessionEnds.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';

/** Proxies close a silent stream. */
const BEAT_MS = 20_000;
/** Open screens of one member on this node. A further one ends the oldest, which then polls instead. */
const STREAMS_MAX = 6;
/** Limits the buffer for a client that no longer reads. */
const UNREAD_BYTES_MAX = 16_384;

/**
 * GET /api/live: server-sent events for the bearer token's member (read by fetch, because EventSource sends no header):
 * `ready`; `money` for each change of the member's money or favourites, with the arrived money `[{ id, amount }]` in baht;
 * `notification` when one was written or read; `protection` when a break, an exclusion, a reality check or a reminder
 * began or ended; and `games` with every game that has something against playing it now,
 * `[{ code, health, healthUntil }]`, when that changes. After `ready` the client loads its data again, because earlier
 * events are not sent (HOM-01, HOM-02).
 */
export function moneyStreamRoutes(app: FastifyInstance, context: AppContext): void {
  const streams = new Map<bigint, Set<() => void>>();
  app.addHook('preClose', async () => {
    for (const own of streams.values()) for (const end of own) end();
  });

  app.get('/api/live', { schema: { hide: true } }, async (request, reply) => {
    const { memberId, tokenHash } = await authenticate(context.db, request, { isOpen: true });
    const stream = new PassThrough();
    const write = (text: string) => {
      if (stream.readableLength > UNREAD_BYTES_MAX) end();
      else stream.write(text);
    };
    const beat = clock.every(BEAT_MS, () => write(': beat\n\n'));
    const unsubscribe = context.moneyNews.subscribe(memberId, ({ arrived, isNotified, isProtected }) => {
      if (arrived !== null) write(`event: money\ndata: ${JSON.stringify(arrived)}\n\n`);
      if (isNotified) write('event: notification\ndata:\n\n');
      if (isProtected) write('event: protection\ndata:\n\n');
    });
    const ignoreGames = context.gameNews.subscribe((games) => write(`event: games\ndata: ${games}\n\n`));
    const own = streams.get(memberId) ?? new Set();
    const countEnd = context.metrics.openStream('member');
    const end = () => {
      if (!own.has(end)) return;
      countEnd();
      beat.cancel();
      unsubscribe();
      ignoreGames();
      ignoreEnd();
      own.delete(end);
      if (own.size === 0 && streams.get(memberId) === own) streams.delete(memberId);
      stream.end();
    };
    const ignoreEnd = context.sessionEnds.onEnd(memberSession(tokenHash), end);
    streams.set(memberId, own.add(end));
    const [oldest] = own;
    if (own.size > STREAMS_MAX) oldest?.();
    request.raw.on('close', end);
    reply.raw.on('close', end);
    write('event: ready\ndata:\n\n');
    return reply
      .type('text/event-stream')
      .header('Cache-Control', 'no-store')
      .header('X-Accel-Buffering', 'no')
      .send(stream);
  });
}
