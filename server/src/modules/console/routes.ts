import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { hashPassword } from '../auth/password.ts';
import { act } from './act.ts';
import { changeOperatorPassword } from './changeOperatorPassword.ts';
import { logInOperator, SESSION_HOURS } from './logInOperator.ts';
import {
  addOperator,
  changeOperator,
  listOperators,
  resetOperator,
  showOperator,
} from './manageOperators.ts';
import { clearOperatorCookie, setOperatorCookie } from './operatorCookie.ts';
import { newOperatorPassword } from './operatorPassword.ts';
import { operatorSelf } from './operatorSelf.ts';
import { searchAudit } from './searchAudit.ts';
import { beginTwoFactor, confirmTwoFactor } from './setUpTwoFactor.ts';

/** Operators: their log-in, themselves, each other, and the log of what they did. */
export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, secrets } = context;

  bind(app, context, 'POST /api/console/login', async ({ body, ip, reply }) => {
    const { token, operatorId } = await logInOperator(db, secrets.operator, body, ip);
    setOperatorCookie(reply, config, token, SESSION_HOURS * 3600);
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

  bind(app, context, 'GET /api/console/operators', async () => ({ operators: await listOperators(db) }));
  bind(app, context, 'POST /api/console/operators', async ({ operator, ip, body }) => {
    const password = newOperatorPassword();
    const passwordHash = await hashPassword(password);
    return act(context, { operator, ip }, async (trx, recorder) => ({
      operator: await showOperator(trx, await addOperator(trx, recorder, body, passwordHash)),
      password,
    }));
  });
  bind(app, context, 'PUT /api/console/operators/:id', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      await changeOperator(trx, recorder, BigInt(params.id), body);
      return showOperator(trx, BigInt(params.id));
    }),
  );
  bind(app, context, 'POST /api/console/operators/:id/reset', async ({ operator, ip, params, body }) => {
    const password = newOperatorPassword();
    const passwordHash = await hashPassword(password);
    return act(context, { operator, ip }, async (trx, recorder) => {
      await resetOperator(trx, recorder, BigInt(params.id), passwordHash, body.reason);
      return { operator: await showOperator(trx, BigInt(params.id)), password };
    });
  });

  bind(app, context, 'POST /api/console/audit', ({ body }) => searchAudit(db, body));
}
