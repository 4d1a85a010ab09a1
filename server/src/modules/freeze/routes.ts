import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { freezeAccount, showFreeze, unfreezeAccount } from './freezeAccount.ts';

/** The member's own emergency brake; beyond the specification. */
export function freezeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'GET /api/account/freeze', ({ session }) => showFreeze(db, session.memberId));
  bind(app, context, 'POST /api/account/freeze', async ({ session, body }) => {
    await db.transaction().execute((trx) => freezeAccount(trx, session, body.endsOthers));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'POST /api/account/unfreeze', async ({ session, body }) => {
    await unfreezeAccount(context, session.memberId, body);
    return { code: 'SUCCESS' };
  });
}
