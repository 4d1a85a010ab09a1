import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { addWebhook, editWebhook, endOldSecret, removeWebhook, rotateSecret } from './editWebhook.ts';
import { leaveOut, replayWebhook, resendEvent, retryWebhook, testWebhook } from './sendAgain.ts';
import { listAddedWebhooks, listSent, listWebhooks, showSent } from './showWebhooks.ts';

/** Receivers of the site's events. */
export function webhookRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'GET /api/console/webhooks', async () => ({
    webhooks: await listWebhooks(db),
    additions: await listAddedWebhooks(db),
  }));
  bind(app, context, 'POST /api/console/webhooks', ({ operator, ip, body }) =>
    addWebhook(context, { operator, ip }, body),
  );
  bind(app, context, 'PUT /api/console/webhooks/:id', async ({ operator, ip, params, body }) => ({
    waits: await editWebhook(context, { operator, ip }, params.id, body),
  }));
  bind(app, context, 'DELETE /api/console/webhooks/:id', async ({ operator, ip, params, body }) => ({
    waits: await removeWebhook(context, { operator, ip }, params.id, body.reason),
  }));
  bind(app, context, 'POST /api/console/webhooks/:id/secret', ({ operator, ip, params, body }) =>
    rotateSecret(context, { operator, ip }, params.id, body.reason),
  );
  bind(app, context, 'DELETE /api/console/webhooks/:id/secret', async ({ operator, ip, params, body }) => {
    await endOldSecret(context, { operator, ip }, params.id, body.reason);
    return { code: 'OK' };
  });
  bind(app, context, 'GET /api/console/webhooks/:id/deliveries', async ({ params }) => ({
    deliveries: await listSent(db, params.id),
  }));
  bind(app, context, 'GET /api/console/webhooks/:id/deliveries/:event', ({ params }) =>
    showSent(db, params.id, params.event),
  );
  bind(
    app,
    context,
    'POST /api/console/webhooks/:id/deliveries/:event/resend',
    async ({ operator, ip, params, body }) => {
      await resendEvent(context, { operator, ip }, { ...params, ...body });
      return { code: 'OK' };
    },
  );
  bind(
    app,
    context,
    'POST /api/console/webhooks/:id/deliveries/:event/leave-out',
    async ({ operator, ip, params, body }) => {
      await leaveOut(context, { operator, ip }, { ...params, ...body });
      return { code: 'OK' };
    },
  );
  bind(app, context, 'POST /api/console/webhooks/:id/retry', ({ operator, ip, params, body }) =>
    retryWebhook(context, { operator, ip }, params.id, body.reason),
  );
  bind(app, context, 'POST /api/console/webhooks/:id/replay', ({ operator, ip, params, body }) =>
    replayWebhook(context, { operator, ip }, { ...params, ...body }),
  );
  bind(app, context, 'POST /api/console/webhooks/:id/test', ({ operator, ip, params }) =>
    testWebhook(context, { operator, ip }, params.id),
  );
}
