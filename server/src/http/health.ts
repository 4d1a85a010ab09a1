import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';

/** GET /healthz: the process answers. GET /readyz: the database answers too; migrations run before listening. */
export function healthRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'debug' }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'debug' }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database unreachable' });
    }
  });
}
