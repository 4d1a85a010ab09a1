import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { addPhone, renamePhone, revokePhone } from './feedPhones.ts';
import { listFeeds, textsOf, tryNotice } from './feeds.ts';

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
  bind(
    app,
    context,
    'POST /api/console/feeds/:id/phones/:phone/rename',
    async ({ operator, ip, params, body }) => {
      await renamePhone(context, { operator, ip }, params, body.name);
      return {};
    },
  );
  bind(app, context, 'GET /api/console/feeds/:id/texts', async ({ params }) => ({
    banks: (await textsOf(context, params.id)).map(({ from, texts, ...bank }) => ({
      ...bank,
      from: [...from],
      texts: [...texts],
    })),
  }));
  bind(app, context, 'POST /api/console/feeds/:id/try', ({ params, body }) =>
    tryNotice(context, params.id, body),
  );
}
