import type { FastifyInstance } from 'fastify';
import { bind } from '../calls/bind.ts';
import { keepDevice, readCaller, withDevice } from '../calls/caller.ts';
import { clearOperatorCookie, setOperatorCookie } from '../calls/operatorCookie.ts';
import type { AppContext } from '../context.ts';
import { hashPassword } from '../modules/auth/password.ts';
import { act } from './act.ts';
import { changeOrAsk } from './approvals/ask.ts';
import { changeOperatorPassword } from './changeOperatorPassword.ts';
import { giveCode } from './giveCode.ts';
import { logInOperator, SESSION_HOURS } from './logInOperator.ts';
import { listOperators, requireNewOperator } from './manageOperators.ts';
import { changeOperatorOrAsk, operatorAddApproval, resetOperatorOrAsk } from './operatorApprovals.ts';
import { newOperatorPassword } from './operatorPassword.ts';
import { operatorSelf } from './operatorSelf.ts';
import { searchAudit } from './searchAudit.ts';
import { beginTwoFactor, confirmTwoFactor } from './setUpTwoFactor.ts';

/** Operators: their log-in, themselves, each other, and the log of what they did. */
export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, secrets } = context;

  bind(app, context, 'POST /api/console/login', async ({ body, ip, request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    const { token, operatorId } = await logInOperator(db, secrets.operator, body, { ip, caller });
    setOperatorCookie(reply, config, token, SESSION_HOURS * 3600);
    keepDevice(context, request, reply, caller);
    return operatorSelf(db, operatorId, config.mode);
  });
  bind(app, context, 'POST /api/console/logout', async ({ operator, ip, reply }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await trx.deleteFrom('operator_session').where('token_hash', '=', operator.tokenHash).execute();
      await recorder({ action: 'session.close', subject: `operator:${operator.id}` });
    });
    clearOperatorCookie(reply, config);
    return { code: 'OK' };
  });
  bind(app, context, 'GET /api/console/me', ({ operator }) => operatorSelf(db, operator.id, config.mode));
  bind(app, context, 'POST /api/console/me/password', async ({ operator, ip, body }) => {
    await changeOperatorPassword(context, { operator, ip }, body);
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/me/two-factor', ({ operator, ip }) =>
    beginTwoFactor(context, { operator, ip }),
  );
  bind(app, context, 'POST /api/console/me/two-factor/confirm', async ({ operator, ip, body }) => ({
    recoveryCodes: await confirmTwoFactor(context, { operator, ip }, body.code),
  }));

  bind(app, context, 'POST /api/console/me/code', async ({ operator, ip, body }) => {
    await giveCode(context, { operator, ip }, body.code);
    return { code: 'OK' };
  });

  bind(app, context, 'GET /api/console/operators', async () => ({ operators: await listOperators(db) }));
  bind(app, context, 'POST /api/console/operators', async ({ operator, ip, body }) => {
    const { reason, ...added } = body;
    await requireNewOperator(db, added.username);
    const password = newOperatorPassword();
    const passwordHash = await hashPassword(password);
    const waits = await changeOrAsk(context, { operator, ip }, operatorAddApproval, {
      subject: `newOperator:${added.username}`,
      payload: { ...added, passwordHash },
      cause: { code: 'TWO_PERSONS' },
      reason,
    });
    return { password, waits };
  });
  bind(app, context, 'PUT /api/console/operators/:id', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      const { reason, ...after } = body;
      const request = { id: BigInt(params.id), after, reason };
      return { waits: await changeOperatorOrAsk(trx, recorder, { operator, ip }, request) };
    }),
  );
  bind(app, context, 'POST /api/console/operators/:id/reset', async ({ operator, ip, params, body }) => {
    const password = newOperatorPassword();
    const request = {
      id: BigInt(params.id),
      passwordHash: await hashPassword(password),
      reason: body.reason,
    };
    return act(context, { operator, ip }, async (trx, recorder) => ({
      password,
      waits: await resetOperatorOrAsk(trx, recorder, { operator, ip }, request),
    }));
  });

  bind(app, context, 'POST /api/console/audit', ({ body }) => searchAudit(db, body));
}
