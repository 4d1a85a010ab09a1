import { openSessionAsker } from '@krapao/server/testing/askSession';
import Fastify from 'fastify';

// The minimum work of a Fastify for GET /api/wallet: its database query, and a body and headers of its size.
const isKnown = openSessionAsker(process.env.DATABASE_URL ?? '');
const body = Buffer.alloc(760, 1);
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Encoding': 'gzip',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Request-Id': '00000000-0000-0000-0000-000000000000',
  Vary: 'Origin',
};
const app = Fastify();
app.get('/api/wallet', async (request, reply) => {
  if (!(await isKnown(request.headers.authorization ?? ''))) return reply.code(401).send();
  return reply.headers(headers).send(body);
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.({ ready: true });
