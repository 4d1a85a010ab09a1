import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { keepDevice, readCaller, withDevice } from '../../calls/caller.ts';
import { useProof } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import { endOthersAtOnce, endSession } from '../auth/logOut.ts';
import { forgetDevice } from '../auth/memberDevice.ts';
import { changePassword } from './changePassword.ts';
import { changeProfile } from './changeProfile.ts';
import { correctAccountName } from './correctAccountName.ts';
import { forgotPassword } from './forgotPassword.ts';
import { changeHabits, readHabits } from './habits.ts';
import { listDevices } from './listDevices.ts';
import { listSessions } from './listSessions.ts';
import { presentProfile } from './presentProfile.ts';

/** What proves that a member may end sessions: with a session alone a thief would keep the owner out. */
const END_OTHERS = { action: 'sessions', subject: 'others' } as const;

/** The member's own data, password and sessions (PRO-02, PRO-03, DEP-13). */
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
  bind(app, context, 'POST /api/account/forgotpwd', async ({ body, request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    await forgotPassword(context, body, caller, request.headers['user-agent']);
    keepDevice(context, request, reply, caller);
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'GET /api/account/habits', ({ session }) => readHabits(db, session.memberId));
  bind(app, context, 'PUT /api/account/habits', ({ session, body }) =>
    db.transaction().execute(async (trx) => {
      await changeHabits(trx, session.memberId, body);
      return readHabits(trx, session.memberId);
    }),
  );
  bind(app, context, 'GET /api/account/sessions', ({ session }) =>
    db.transaction().execute((trx) => listSessions(trx, session)),
  );
  bind(app, context, 'GET /api/account/devices', ({ session }) =>
    db.transaction().execute((trx) => listDevices(trx, session)),
  );
  bind(app, context, 'DELETE /api/account/devices/:deviceId', async ({ session, params }) => {
    await db.transaction().execute((trx) => forgetDevice(trx, session, params.deviceId));
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'DELETE /api/account/sessions', async ({ session }) => {
    await db.transaction().execute(async (trx) => {
      await useProof(trx, session, END_OTHERS);
      await endOthersAtOnce(trx, session);
    });
    return { code: 'SUCCESS' };
  });
  bind(app, context, 'DELETE /api/account/sessions/:sessionId', async ({ session, params }) => {
    await db.transaction().execute(async (trx) => {
      await useProof(trx, session, END_OTHERS);
      await endSession(trx, session.memberId, params.sessionId);
    });
    return { code: 'SUCCESS' };
  });
}
