import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clock } from '../clock.ts';
import type { Delivery } from '../providers/connections/delivery.ts';

/** Bodies of every type come as the bytes that were sent: signatures cover them. @param app a scope of its own */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** A maker's call as it came; of its query what is named once. */
export function rawRequest({ headers, query, body }: FastifyRequest): Delivery {
  return {
    headers,
    query: Object.fromEntries(
      Object.entries(query as Record<string, unknown>).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    receivedAt: clock.date(),
  };
}
