import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { rejectTransferClaim } from '../../modules/deposits/claim/decideTransferClaim.ts';
import { dismissLatePayment } from '../../modules/deposits/gateway/decideLatePayment.ts';
import { rejectGiftLink } from '../../modules/deposits/gift/decideGiftLink.ts';
import { gatewayTitles } from '../../modules/lookup/lookupRows.ts';
import { decide, decideOrAsk } from './decide.ts';
import { giftApproval, latePaymentApproval, transferClaimApproval } from './depositApprovals.ts';
import { listGiftLinks } from './giftQueue.ts';
import { dismissalApproval, incomingApproval } from './incomingApprovals.ts';
import { findCandidates, listIncoming } from './incomingQueue.ts';
import { listLatePayments } from './latePaymentQueue.ts';
import { listTransferClaims } from './transferClaimQueue.ts';

/** Incoming money that could not be credited automatically. Every decision ends the operator's claim on its item. */
export function operatorDepositRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;

  bind(app, context, 'GET /api/console/incoming', ({ operator, query }) =>
    listIncoming(db, operator, query, settings.get('kip').attForBaht),
  );
  bind(app, context, 'GET /api/console/incoming/:id/candidates', async ({ params }) => ({
    candidates: await findCandidates(db, BigInt(params.id)),
  }));
  bind(app, context, 'POST /api/console/incoming/:id/credit', (call) =>
    decideOrAsk(context, call, 'incoming', incomingApproval, {
      transferId: call.params.id,
      memberId: call.body.memberId,
    }),
  );
  bind(app, context, 'POST /api/console/incoming/:id/dismiss', (call) =>
    decideOrAsk(context, call, 'incoming', dismissalApproval, {
      transferId: call.params.id,
      ...(call.body.returnReference !== undefined && { returnReference: call.body.returnReference }),
    }),
  );

  bind(app, context, 'GET /api/console/latePayments', ({ operator, query, language }) =>
    listLatePayments(db, operator, query, gatewayTitles(context, language)),
  );
  bind(app, context, 'POST /api/console/latePayments/:id/credit', (call) =>
    decideOrAsk(context, call, 'latePayments', latePaymentApproval, { paymentId: call.params.id }),
  );
  bind(app, context, 'POST /api/console/latePayments/:id/dismiss', (call) =>
    decide(context, call, 'latePayments', async (trx, { recorder, decision }) => {
      const { returnReference } = call.body;
      const payment = await dismissLatePayment(trx, {
        paymentId: call.params.id,
        returnReference,
        ...decision,
      });
      await recorder({
        action: 'gateway.dismiss',
        subject: `gateway:${payment.id}`,
        memberId: payment.member_id,
        after: { satang: payment.paid_amount, ...(returnReference !== undefined && { returnReference }) },
        reason: decision.reason,
      });
    }),
  );

  bind(app, context, 'GET /api/console/gifts', ({ operator, query }) => listGiftLinks(db, operator, query));
  bind(app, context, 'POST /api/console/gifts/:id/approve', (call) =>
    decideOrAsk(context, call, 'gifts', giftApproval, {
      linkId: call.params.id,
      amount: call.body.amount,
    }),
  );
  bind(app, context, 'POST /api/console/gifts/:id/reject', (call) =>
    decide(context, call, 'gifts', async (trx, { recorder, decision }) => {
      const linkId = BigInt(call.params.id);
      const { returnReference } = call.body;
      const link = await rejectGiftLink(trx, { linkId, returnReference, ...decision });
      await recorder({
        action: 'gift.reject',
        subject: `gift:${linkId}`,
        memberId: link.member_id,
        ...(returnReference !== undefined && { after: { returnReference } }),
        reason: decision.reason,
      });
    }),
  );

  bind(app, context, 'GET /api/console/transferClaims', ({ operator, query }) =>
    listTransferClaims(db, operator, query),
  );
  bind(app, context, 'POST /api/console/transferClaims/:id/approve', (call) => {
    const { amount, accountId, transRef } = call.body;
    const payload = { manualId: call.params.id, amount, accountId, transRef };
    return decideOrAsk(context, call, 'transferClaims', transferClaimApproval, payload);
  });
  bind(app, context, 'POST /api/console/transferClaims/:id/reject', (call) =>
    decide(context, call, 'transferClaims', async (trx, { recorder, decision }) => {
      const manualId = BigInt(call.params.id);
      const claim = await rejectTransferClaim(trx, { manualId, ...decision });
      await recorder({
        action: 'notice.reject',
        subject: `notice:${manualId}`,
        memberId: claim.member_id,
        before: { satang: claim.amount },
        reason: decision.reason,
      });
    }),
  );
}
