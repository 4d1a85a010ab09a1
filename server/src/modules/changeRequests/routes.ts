import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { askForBankAccount, askForPhone } from './askForChange.ts';
import { showRequests, takeRequestBack } from './showRequests.ts';

/** Requests of members for changes that operators decide; beyond the specification. */
export function changeRequestRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'GET /api/account/requests', ({ session }) => showRequests(db, session.memberId));
  bind(app, context, 'POST /api/account/requests/phone', async ({ session, body }) => {
    await askForPhone(context, session.memberId, body);
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'POST /api/account/requests/bankAccount', async ({ session, body }) => {
    await askForBankAccount(context, session.memberId, body);
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'DELETE /api/account/requests/:requestId', async ({ session, params }) => {
    await db.transaction().execute((trx) => takeRequestBack(trx, session.memberId, BigInt(params.requestId)));
    return { code: 'SUCCESS' };
  });
}
