import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inCall } from '../faults/concerned.ts';
import { collectingFaults } from '../faults/metFaults.ts';
import type { World } from '../world.ts';
import type { Exchange } from './exchangeBook.ts';
import { READ_BYTES } from './message.ts';
import { referencesIn } from './references.ts';

const PREFIX = /^\/as\/([\w-]{1,40})(?:[/?]|$)/;

/** Keeps every call to `/as/<driver>`, also one that is refused, cut or never answered. */
export function recordCalls(app: FastifyInstance, { exchanges, masks }: World): void {
  const bodies = new WeakMap<FastifyRequest, { text: string; bytes: number }>();
  const kept = new WeakMap<FastifyRequest, Exchange>();

  const begin = (request: FastifyRequest, faults: string[]): Exchange | undefined => {
    const driver = PREFIX.exec(request.url)?.[1];
    if (driver === undefined) return undefined;
    const known = kept.get(request);
    if (known) return known;
    const { method, url, headers } = request;
    const { text, bytes } = bodies.get(request) ?? { text: '', bytes: 0 };
    const exchange = exchanges.begin({
      kind: 'call',
      driver,
      method,
      target: masks.target(url),
      request: masks.message(headers, text, bytes),
      faults,
      references: referencesIn(masks.target(url), text),
    });
    kept.set(request, exchange);
    return exchange;
  };

  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!PREFIX.test(request.url)) return payload;
    const body = { text: '', bytes: 0 };
    bodies.set(request, body);
    return overheard(payload as Readable, body);
  });

  app.addHook('preHandler', (request, reply, done) => {
    const faults: string[] = [];
    const exchange = begin(request, faults);
    if (exchange) {
      reply.raw.once('close', () => {
        if (reply.raw.writableFinished) return;
        const before = exchange.answer === null ? 'an answer' : 'the whole answer was read';
        exchanges.end(exchange, { answer: null, lost: `The line closed before ${before}.`, references: [] });
      });
    }
    inCall(request, () => collectingFaults(faults, done));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // A call that was refused before its handler, such as broken JSON, has not begun yet.
    const exchange = begin(request, []);
    if (!exchange) return payload;
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : '';
    const readable = text.length > READ_BYTES ? '' : text;
    exchanges.end(exchange, {
      answer: {
        status: reply.statusCode,
        ...masks.message(reply.getHeaders(), text.slice(0, READ_BYTES), Buffer.byteLength(text)),
      },
      lost: null,
      references: referencesIn('/', readable),
    });
    return payload;
  });
}

/** The same stream, of which `body` gets the beginning. */
function overheard(payload: Readable, body: { text: string; bytes: number }): Readable {
  const copy = new PassThrough();
  const chunks: Buffer[] = [];
  payload.on('data', (chunk: Buffer) => {
    if (body.bytes < READ_BYTES) chunks.push(chunk);
    body.bytes += chunk.length;
  });
  payload.on('end', () => {
    body.text = Buffer.concat(chunks).toString().slice(0, READ_BYTES);
  });
  payload.on('error', (error) => copy.destroy(error));
  return payload.pipe(copy);
}
