import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { beginRequest, sendRequest, takeRequestBack } from './documents/askForLevel.ts';
import { presentIdentity } from './documents/presentIdentity.ts';
import { uploadDocument } from './documents/uploadDocument.ts';
import { beginVerification, isVerifierConnected } from './verification/beginVerification.ts';

/** How members prove who they are (protection.md 36, 38, 45); beyond the specification. */
export function identityRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'GET /api/identity', ({ session }) => presentIdentity(db, session.memberId));
  bind(app, context, 'POST /api/identity/request', ({ session: { memberId }, body }) =>
    db.transaction().execute(async (trx) => {
      await beginRequest(trx, memberId, body);
      return presentIdentity(trx, memberId);
    }),
  );
  bind(
    app,
    context,
    'POST /api/identity/request/pictures/:part',
    async ({ session: { memberId }, params, request }) => {
      await uploadDocument(context, memberId, params.part, request);
      return presentIdentity(db, memberId);
    },
  );
  bind(app, context, 'POST /api/identity/request/send', ({ session: { memberId } }) =>
    db.transaction().execute(async (trx) => {
      const requestId = await sendRequest(trx, memberId);
      if (isVerifierConnected(context)) await beginVerification(trx, requestId);
      return presentIdentity(trx, memberId);
    }),
  );
  bind(app, context, 'DELETE /api/identity/request', async ({ session: { memberId } }) => {
    await db.transaction().execute((trx) => takeRequestBack(trx, memberId));
    return { code: 'SUCCESS' };
  });
}
