import type { FastifyInstance } from 'fastify';
import { bind } from '../../../calls/bind.ts';
import type { AppContext } from '../../../context.ts';
import { messengerOf, readMessenger, unlinkMessenger } from './messengerLink.ts';
import { takeUpLink } from './takeUpLink.ts';

/** The member's link to a messaging service. */
export function messengerRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, connections } = context;

  bind(app, context, 'GET /api/notifications/messenger', ({ session }) =>
    readMessenger(db, connections, session.memberId),
  );
  bind(app, context, 'POST /api/notifications/messenger/link', async ({ session, body, language }) => ({
    url: await db
      .transaction()
      .execute((trx) => takeUpLink(trx, messengerOf(connections), session, { ...body, language })),
  }));
  bind(app, context, 'DELETE /api/notifications/messenger/link', async ({ session }) => {
    await db.transaction().execute((trx) => unlinkMessenger(trx, session));
    return { code: 'SUCCESS' };
  });
}
