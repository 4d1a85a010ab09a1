import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { keepDevice, readCaller, withDevice } from '../../calls/caller.ts';
import { logLogIn } from '../../calls/logLogIn.ts';
import type { AppContext } from '../../context.ts';
import { playsUnseen } from '../protection/playTime.ts';
import { logIn } from './logIn.ts';
import { logOut } from './logOut.ts';

/**
 * Logging in and out (LOG-05).
 * @param atDoor runs for a member who has proved who they are, before the session opens
 * @param closePlay runs for one who has logged out of the last session while a game is open
 */
export function authRoutes(
  app: FastifyInstance,
  context: AppContext,
  { atDoor, closePlay }: Record<'atDoor' | 'closePlay', (memberId: bigint) => Promise<void>>,
): void {
  const { config, db, settings } = context;

  bind(app, context, 'POST /api/login', async ({ body, ip, request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    const { memberId, admitted } = await logIn(db, body, {
      variant: config.variant,
      timeouts: settings.get('session'),
      pack: settings.get('protection'),
      origin: { ip, userAgent: request.headers['user-agent'] },
      caller,
      atDoor,
    });
    logLogIn(request, { by: 'password', memberId });
    keepDevice(context, request, reply, caller);
    return admitted;
  });
  bind(app, context, 'POST /api/logout', async ({ session }) => {
    await db.transaction().execute((trx) => logOut(trx, session));
    if (await playsUnseen(db, session.memberId)) await closePlay(session.memberId);
    return { code: 'OK' };
  });
}
