import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { DRIVERS } from '../../providers/connections/registry.ts';
import { listDeliveries, openStoredDelivery, takeStoredDelivery } from './deliveries.ts';
import { addConnection, editConnection, removeConnection } from './editConnection.ts';
import { listAdditions, listConnections, showHistory } from './showConnections.ts';
import { testConnection } from './testConnection.ts';

/** The site's real counterparts. */
export function connectionRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/connections', async ({ language }) => {
    // Whoever has just added one reads that it can be tested; this node may hear of it a moment later.
    await context.connections.reload();
    return {
      connections: await listConnections(context, language),
      additions: await listAdditions(context.db),
    };
  });
  bind(app, context, 'GET /api/console/connections/drivers', async () => ({
    drivers: DRIVERS.map(({ capability, driver, title, config, secrets, documentation, warnings }) => ({
      capability,
      driver,
      title,
      config,
      secrets,
      documentation,
      warnings: [...warnings],
    })),
  }));
  bind(app, context, 'GET /api/console/connections/:id/history', ({ params }) =>
    showHistory(context, params.id),
  );
  bind(app, context, 'POST /api/console/connections', ({ operator, ip, body }) =>
    addConnection(context, { operator, ip }, body),
  );
  bind(app, context, 'PUT /api/console/connections/:id', async ({ operator, ip, params, body }) => ({
    waits: await editConnection(context, { operator, ip }, params.id, body),
  }));
  bind(app, context, 'DELETE /api/console/connections/:id', async ({ operator, ip, params, body }) => ({
    waits: await removeConnection(context, { operator, ip }, params.id, body.reason),
  }));
  bind(app, context, 'POST /api/console/connections/:id/test', ({ operator, ip, params }) =>
    testConnection(context, { operator, ip }, params.id),
  );
  bind(app, context, 'GET /api/console/connections/:id/deliveries', async ({ params }) => ({
    deliveries: await listDeliveries(context.db, params.id),
  }));
  bind(app, context, 'GET /api/console/connections/:id/deliveries/:delivery', ({ operator, ip, params }) =>
    openStoredDelivery(context, { operator, ip }, params),
  );
  bind(
    app,
    context,
    'POST /api/console/connections/:id/deliveries/:delivery/take',
    ({ operator, ip, params, body }) =>
      takeStoredDelivery(context, { operator, ip }, { ...params, reason: body.reason }),
  );
}
