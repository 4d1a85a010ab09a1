import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { rejectSlip } from '../../modules/deposits/slip/decideSlip.ts';
import { lookAtMember } from '../members/lookAtMember.ts';
import { decide, decideOrAsk } from './decide.ts';
import { slipApproval } from './depositApprovals.ts';
import { escalateSlip, requireSupervisor } from './escalateSlip.ts';
import { candidatesSeen } from './slipOwner.ts';
import { listWaitingSlips, showSlip } from './slipQueue.ts';

/** Slips that could not be decided automatically. */
export function operatorSlipRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets, settings } = context;

  bind(app, context, 'GET /api/console/slips', ({ operator, query }) =>
    listWaitingSlips(db, operator, query),
  );
  bind(app, context, 'GET /api/console/slips/:id', async ({ params, operator, ip }) => {
    const { slipHours } = settings.get('deposit');
    const shown = await showSlip(db, BigInt(params.id), secrets.signedLink, slipHours);
    await lookAtMember(db, { operator, ip }, BigInt(shown.member.id));
    return shown;
  });
  bind(app, context, 'GET /api/console/slips/:id/candidates', async ({ params, query }) => ({
    candidates: await candidatesSeen(db, BigInt(params.id), {
      transRef: query.transRef,
      depositAccountId: BigInt(query.accountId),
    }),
  }));
  bind(app, context, 'POST /api/console/slips/:id/approve', async (call) => {
    const { amount, accountId, transRef = null, memberId = null } = call.body;
    const isEscalated = await requireSupervisor(db, BigInt(call.params.id), call.operator);
    const payload = { slipId: call.params.id, amount, accountId, transRef, memberId, isEscalated };
    return decideOrAsk(context, call, 'slips', slipApproval, payload);
  });
  bind(app, context, 'POST /api/console/slips/:id/reject', (call) =>
    decide(context, call, 'slips', async (trx, { recorder, decision }) => {
      const { note } = call.body;
      const slipId = BigInt(call.params.id);
      await requireSupervisor(trx, slipId, call.operator);
      const slip = await rejectSlip(trx, { slipId, note, ...decision });
      await recorder({
        action: 'slip.reject',
        subject: `slip:${slipId}`,
        memberId: slip.member_id,
        after: { note },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/slips/:id/escalate', (call) =>
    decide(context, call, 'slips', (trx, { recorder, decision }) =>
      escalateSlip(trx, recorder, {
        slipId: BigInt(call.params.id),
        operatorId: call.operator.id,
        reason: decision.reason,
      }),
    ),
  );
}
