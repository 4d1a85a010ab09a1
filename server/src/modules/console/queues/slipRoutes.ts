import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { creditRules } from '../../deposits/attributeIncomingTransfer.ts';
import { approveSlip, rejectSlip } from '../../deposits/decideSlip.ts';
import { requireSatang } from '../requireSatang.ts';
import { decide } from './decide.ts';
import { escalateSlip, requireSupervisor } from './escalateSlip.ts';
import { listWaitingSlips, showSlip } from './slipQueue.ts';

/** Slips that no machine could decide. */
export function operatorSlipRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets, settings } = context;

  bind(app, context, 'GET /api/console/slips', ({ operator, query }) =>
    listWaitingSlips(db, operator, query),
  );
  bind(app, context, 'GET /api/console/slips/:id', ({ params }) =>
    showSlip(db, BigInt(params.id), secrets.signedLink),
  );
  bind(app, context, 'POST /api/console/slips/:id/approve', (call) =>
    decide(context, call, 'slips', async (trx, { recorder, decision }) => {
      const { accountId, transRef } = call.body;
      const slipId = BigInt(call.params.id);
      const amount = requireSatang(call.body.amount);
      await requireSupervisor(trx, slipId, call.operator);
      const slip = await approveSlip(
        trx,
        {
          slipId,
          amount,
          depositAccountId: BigInt(accountId),
          ...(transRef === undefined ? {} : { transRef }),
          ...decision,
        },
        creditRules(settings),
      );
      await recorder({
        action: 'slip.approve',
        subject: `slip:${slipId}`,
        memberId: slip.member_id,
        after: { amount: call.body.amount, accountId, transRef: slip.trans_ref },
        reason: decision.reason,
      });
    }),
  );
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
