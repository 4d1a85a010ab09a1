import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { addPhone, revokePhone } from './feedPhones.ts';
import { listFeeds, tryNotice } from './feeds.ts';

/** Bank feeds and the phones that forward notices. */
export function feedRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/feeds', async () => ({ feeds: await listFeeds(context) }));
  bind(app, context, 'POST /api/console/feeds/:id/phones', ({ operator, ip, params, body }) =>
    addPhone(context, { operator, ip }, params.id, body),
  );
  bind(
    app,
    context,
    'POST /api/console/feeds/:id/phones/:phone/revoke',
    async ({ operator, ip, params, body }) => {
      await revokePhone(context, { operator, ip }, params, body.reason);
      return {};
    },
  );
  bind(app, context, 'POST /api/console/feeds/:id/try', ({ params, body }) =>
    tryNotice(context, params.id, body),
  );
}
