import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { act } from '../act.ts';
import { addRole, listRoles, removeRole } from './manageRoles.ts';
import { changeRoleOrAsk } from './roleApproval.ts';

/** Custom roles of operators. */
export function roleRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/roles', async () => ({ roles: await listRoles(context.db) }));
  bind(app, context, 'POST /api/console/roles', ({ operator, ip, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => ({ id: await addRole(trx, recorder, body) })),
  );
  bind(app, context, 'PUT /api/console/roles/:id', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      const { reason, ...after } = body;
      const request = { id: BigInt(params.id), after, reason };
      return { waits: await changeRoleOrAsk(trx, recorder, { operator, ip }, request) };
    }),
  );
  bind(app, context, 'DELETE /api/console/roles/:id', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      await removeRole(trx, recorder, BigInt(params.id), body.reason);
      return { code: 'OK' as const };
    }),
  );
}
