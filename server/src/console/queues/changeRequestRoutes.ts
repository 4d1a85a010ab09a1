import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { refuseRequest } from '../../modules/changeRequests/decideRequest.ts';
import { act, actorName } from '../act.ts';
import { askSecondPerson, requireNotAsked } from '../approvals/ask.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';
import { changeRequestApproval, listChangeRequests, readRequestedChange } from './changeRequestQueue.ts';
import { useClaim } from './claim.ts';
import { decide } from './decide.ts';

/** Requests of members for another phone number or payout account. */
export function operatorChangeRequestRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/changeRequests', ({ operator, query }) =>
    listChangeRequests(context.db, operator, query),
  );
  bind(app, context, 'POST /api/console/changeRequests/:id/approve', (call) => {
    const { operator, params, body } = call;
    return act(context, call, async (trx, recorder) => {
      await useClaim(trx, 'changeRequests', params.id, operator.id);
      const subject = `changeRequest:${params.id}`;
      await requireNotAsked(trx, subject);
      const payload = await readRequestedChange(trx, BigInt(params.id), context);
      if (await isBeingSetUp(trx)) {
        const decision = { operator: actorName(call), reason: body.reason };
        await changeRequestApproval.apply(
          trx,
          { recorder, operatorId: operator.id, decision },
          payload,
          context,
        );
        return { code: 'OK' as const, waits: null };
      }
      const waits = await askSecondPerson(trx, recorder, changeRequestApproval, call, {
        subject,
        payload,
        cause: { code: 'TWO_PERSONS' },
        reason: body.reason,
        memberId: BigInt(payload.change.memberId),
        queue: 'changeRequests',
      });
      return { code: 'OK' as const, waits };
    });
  });
  bind(app, context, 'POST /api/console/changeRequests/:id/reject', (call) =>
    decide(context, call, 'changeRequests', async (trx, { recorder, decision }) => {
      const { refusal } = call.body;
      const request = await refuseRequest(trx, { id: BigInt(call.params.id), refusal, ...decision });
      await recorder({
        action: 'changeRequest.reject',
        subject: `changeRequest:${call.params.id}`,
        memberId: request.member_id,
        after: { kind: request.kind, refusal },
        reason: decision.reason,
      });
    }),
  );
}
