import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { changePassword } from './changePassword.ts';
import { changeProfile } from './changeProfile.ts';
import { correctAccountName } from './correctAccountName.ts';
import { presentProfile } from './presentProfile.ts';

/** The member's own data (PRO-02, PRO-03, DEP-13). */
export function accountRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/account/profile', ({ session }) =>
    db.transaction().execute((trx) => presentProfile(trx, session.memberId)),
  );
  bind(app, context, 'PUT /api/account/profile', ({ session, body }) =>
    db.transaction().execute(async (trx) => {
      await changeProfile(trx, session.memberId, body);
      return presentProfile(trx, session.memberId);
    }),
  );
  bind(app, context, 'PUT /api/account/bankAccountName', async ({ session, body }) => {
    await db.transaction().execute((trx) => correctAccountName(trx, session.memberId, body));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'PUT /api/account/changepwd', async ({ session, body }) => {
    await changePassword(db, session, body);
    return { code: 'SUCCESS' };
  });
}
