import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { addApiKey, listApiKeys, revokeApiKey } from './apiKeys.ts';

/** Keys with which systems outside read. */
export function apiKeyRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/api-keys', () => listApiKeys(context.db));
  bind(app, context, 'POST /api/console/api-keys', ({ operator, ip, body }) =>
    addApiKey(context, { operator, ip }, body),
  );
  bind(app, context, 'DELETE /api/console/api-keys/:id', async ({ operator, ip, params, body }) => {
    await revokeApiKey(context, { operator, ip }, params.id, body.reason);
    return { code: 'OK' };
  });
}
