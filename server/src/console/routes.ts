import type { FastifyInstance } from 'fastify';
import { bind } from '../calls/bind.ts';
import { keepDevice, readCaller, withDevice } from '../calls/caller.ts';
import { logLogIn } from '../calls/logLogIn.ts';
import { clearOperatorCookie, setOperatorCookie } from '../calls/operatorCookie.ts';
import type { AppContext } from '../context.ts';
import { hashPassword } from '../modules/auth/password.ts';
import { act } from './act.ts';
import { applyOrAsk } from './approvals/ask.ts';
import { isBeingSetUp } from './approvals/secondPerson.ts';
import { changeOperatorPassword } from './changeOperatorPassword.ts';
import { endEverySession } from './endEverySession.ts';
import { giveCode } from './giveCode.ts';
import { logInOperator, SESSION_HOURS } from './logInOperator.ts';
import { listOperators, requireNewOperator } from './manageOperators.ts';
import { changeOperatorOrAsk, operatorAddApproval, resetOperatorOrAsk } from './operatorApprovals.ts';
import { newOperatorPassword } from './operatorPassword.ts';
import { operatorSelf } from './operatorSelf.ts';
import { roleOfKey } from './roles/roleTerms.ts';
import { auditFile, searchAudit } from './searchAudit.ts';
import { setSkills } from './setSkills.ts';
import { beginTwoFactor, confirmTwoFactor } from './setUpTwoFactor.ts';

/** Operators: their log-in, themselves, each other, and the log of what they did. */
export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, readers, secrets } = context;

  bind(app, context, 'POST /api/console/login', async ({ body, ip, request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    const { token, operatorId, by } = await logInOperator(db, secrets.operator, body, { ip, caller });
    logLogIn(request, { by, operatorId });
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

  bind(app, context, 'GET /api/console/operators', async () => ({
    operators: await listOperators(db),
    isBeingSetUp: await isBeingSetUp(db),
  }));
  bind(app, context, 'POST /api/console/operators', async ({ operator, ip, body }) => {
    const { reason, role, ...added } = body;
    await requireNewOperator(db, added.username);
    const password = newOperatorPassword();
    const passwordHash = await hashPassword(password);
    const asker = { operator, ip };
    return act(context, asker, async (trx, recorder) => ({
      password,
      waits: await applyOrAsk(trx, { context, recorder, asker }, operatorAddApproval, {
        subject: `newOperator:${added.username}`,
        payload: { ...added, role: await roleOfKey(trx, role), passwordHash },
        cause: { code: 'TWO_PERSONS' },
        reason,
      }),
    }));
  });
  bind(app, context, 'POST /api/console/sessions/end-all', ({ operator, ip, body }) =>
    act(context, { operator, ip }, (trx, recorder) =>
      endEverySession(trx, recorder, { operator, reason: body.reason }),
    ),
  );
  bind(app, context, 'PUT /api/console/operators/:id/skills', async (call) => {
    const change = { id: BigInt(call.params.id), skills: call.body.skills };
    await act(context, call, (trx, recorder) => setSkills(trx, recorder, change));
    return { code: 'OK' };
  });
  bind(app, context, 'PUT /api/console/operators/:id', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      const { reason, ...terms } = body;
      const after = { ...terms, role: await roleOfKey(trx, terms.role) };
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

  bind(app, context, 'POST /api/console/audit', ({ operator, body }) =>
    readers.read((from) => searchAudit(from, body, operator.role)),
  );
  bind(app, context, 'POST /api/console/audit/file', async ({ operator, ip, body, language }) => {
    const shown = { language, role: operator.role };
    const part = await readers.read((from) => auditFile(from, body, shown));
    // What was searched for may be a name or a number, which the log would keep for ever.
    const { text, ...logged } = body;
    await act(context, { operator, ip }, (_, recorder) =>
      recorder({ action: 'audit.export', subject: 'audit:all', after: logged }),
    );
    return part;
  });
}
