import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { keepDevice, readCaller, withDevice } from '../../calls/caller.ts';
import { logLogIn } from '../../calls/logLogIn.ts';
import type { AppContext } from '../../context.ts';
import { removePin, setPin } from './changePin.ts';
import { removePasskey, renamePasskey } from './keepPasskeys.ts';
import { logInOptions, logInWithPasskey } from './logInWithPasskey.ts';
import { presentSecurity } from './presentSecurity.ts';
import { proofOptions, proveAction } from './proveAction.ts';
import { addPasskey, passkeyOptions } from './registerPasskey.ts';

/** Passkeys, the PIN and proofs of who a member is; beyond the specification (docs/decisions/194-step-up.md). */
export function securityRoutes(
  app: FastifyInstance,
  context: AppContext,
  atDoor: (memberId: bigint) => Promise<void>,
): void {
  const { db, settings } = context;

  bind(app, context, 'GET /api/account/security', ({ session }) => presentSecurity(db, session.memberId));
  bind(app, context, 'POST /api/account/stepUp/options', ({ session }) => proofOptions(context, session));
  bind(app, context, 'POST /api/account/stepUp', ({ session, body }) => proveAction(context, session, body));
  bind(app, context, 'PUT /api/account/pin', async ({ session, body }) => {
    await setPin(context, session, body);
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'DELETE /api/account/pin', async ({ session }) => {
    await db.transaction().execute((trx) => removePin(trx, session));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'POST /api/account/passkeys/options', ({ session }) => passkeyOptions(context, session));
  bind(app, context, 'POST /api/account/passkeys', ({ session, body }) => addPasskey(context, session, body));
  bind(app, context, 'PUT /api/account/passkeys/:passkeyId', async ({ session, params, body }) => {
    await db
      .transaction()
      .execute((trx) => renamePasskey(trx, session.memberId, params.passkeyId, body.name));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'DELETE /api/account/passkeys/:passkeyId', async ({ session, params }) => {
    await db.transaction().execute((trx) => removePasskey(trx, session, params.passkeyId));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'POST /api/login/passkey/options', async ({ request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    const options = await logInOptions(context, caller);
    keepDevice(context, request, reply, caller);
    return options;
  });
  bind(app, context, 'POST /api/login/passkey', async ({ body, ip, request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    const admission = {
      timeouts: settings.get('session'),
      pack: settings.get('protection'),
      origin: { ip, userAgent: request.headers['user-agent'] },
      caller,
      remember: body.remember ?? false,
      takesLimited: body.access === 'limited',
    };
    const { memberId, admitted } = await logInWithPasskey(context, body.passkey, admission, atDoor);
    logLogIn(request, { by: 'passkey', memberId });
    keepDevice(context, request, reply, caller);
    return admitted;
  });
}
