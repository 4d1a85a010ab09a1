import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { changeSettings, readSettings } from './choices.ts';
import { countUnread, listNotifications } from './listNotifications.ts';
import { markRead } from './markRead.ts';
import { subscribe, unsubscribe } from './push/subscribe.ts';

/** The member's notifications, what is sent of them, and web push. */
export function notificationRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db } = context;

  bind(app, context, 'GET /api/notifications', ({ session, query, language }) =>
    listNotifications(db, session.memberId, query.before, language),
  );
  bind(app, context, 'GET /api/notifications/unread', async ({ session }) => ({
    unread: await countUnread(db, session.memberId),
  }));
  bind(app, context, 'PUT /api/notifications/read', async ({ session, body }) => {
    await db.transaction().execute((trx) => markRead(trx, session.memberId, BigInt(body.upTo)));
    return { code: 'OK' };
  });
  bind(app, context, 'GET /api/notifications/settings', ({ session }) => readSettings(context, session));
  bind(app, context, 'PUT /api/notifications/settings', async ({ session, body }) => {
    await db.transaction().execute((trx) => changeSettings(trx, session.memberId, body));
    return { code: 'OK' };
  });
  bind(app, context, 'PUT /api/notifications/push', async ({ session, body, language }) => {
    await db.transaction().execute((trx) => subscribe(trx, session, { ...body, language }, config));
    return { code: 'OK' };
  });
  bind(app, context, 'DELETE /api/notifications/push', async ({ session }) => {
    await db.transaction().execute((trx) => unsubscribe(trx, session));
    return { code: 'OK' };
  });
}
