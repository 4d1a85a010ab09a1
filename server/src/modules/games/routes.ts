import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { launchGame } from './launchGame.ts';
import { openGameAccount } from './openGameAccount.ts';
import { readCredentials } from './readCredentials.ts';
import { resetGamePassword } from './resetGamePassword.ts';

/** Game accounts: opening, credentials, new password, launch links (GAM-01 to GAM-05). */
export function gameRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/wallet/activate/:slotCode', ({ session, params }) =>
    openGameAccount(context, session.memberId, params.slotCode),
  );
  bind(app, context, 'GET /api/wallet/account/:slotCode', ({ session, params }) =>
    readCredentials(context, session.memberId, params.slotCode),
  );
  bind(app, context, 'GET /api/wallet/resetpassword/:slotCode', ({ session, params }) =>
    resetGamePassword(context, session.memberId, params.slotCode),
  );
  bind(app, context, 'GET /api/autoLogin/:provider/:username', ({ session, params }) =>
    launchGame(context, session.memberId, params),
  );
  // The password of the path is ignored: the provider's launch call needs none.
  bind(app, context, 'GET /api/autoLogin/:provider/:username/:password', ({ session, params }) =>
    launchGame(context, session.memberId, params),
  );
}
