import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import {
  attributeIncomingTransfer,
  creditRules,
  dismissIncomingTransfer,
} from '../../deposits/attributeIncomingTransfer.ts';
import { approveGiftLink, rejectGiftLink } from '../../deposits/decideGiftLink.ts';
import { creditLatePayment, dismissLatePayment } from '../../deposits/decideLatePayment.ts';
import { approveManual, rejectManual } from '../../deposits/decideManual.ts';
import { requireSatang } from '../requireSatang.ts';
import { decide } from './decide.ts';
import { listLatePayments } from './gatewayQueue.ts';
import { listGiftLinks } from './giftQueue.ts';
import { findCandidates, listIncoming } from './incomingQueue.ts';
import { listNotices } from './noticeQueue.ts';

/** Money that came in and that no machine could give to anybody. Every decision ends the operator's claim on its item. */
export function operatorDepositRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  const rules = () => creditRules(settings);

  bind(app, context, 'GET /api/console/incoming', ({ operator, query }) =>
    listIncoming(db, operator.id, query, settings.get('kip').attForBaht),
  );
  bind(app, context, 'GET /api/console/incoming/:id/candidates', async ({ params }) => ({
    candidates: await findCandidates(db, BigInt(params.id)),
  }));
  bind(app, context, 'POST /api/console/incoming/:id/credit', (call) =>
    decide(context, call, 'incoming', async (trx, { recorder, decision }) => {
      const memberId = BigInt(call.body.memberId);
      const transferId = BigInt(call.params.id);
      const credited = await attributeIncomingTransfer(trx, { transferId, memberId, ...decision }, rules());
      await recorder({
        action: 'incoming.credit',
        subject: `incoming:${transferId}`,
        memberId,
        after: { satang: credited.credited_amount, transRef: credited.trans_ref },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/incoming/:id/dismiss', (call) =>
    decide(context, call, 'incoming', async (trx, { recorder, decision }) => {
      const transferId = BigInt(call.params.id);
      await dismissIncomingTransfer(trx, { transferId, ...decision });
      await recorder({
        action: 'incoming.dismiss',
        subject: `incoming:${transferId}`,
        reason: decision.reason,
      });
    }),
  );

  bind(app, context, 'GET /api/console/gateways', ({ operator, query }) =>
    listLatePayments(db, operator.id, query),
  );
  for (const verb of ['credit', 'dismiss'] as const) {
    bind(app, context, `POST /api/console/gateways/:id/${verb}`, (call) =>
      decide(context, call, 'gateways', async (trx, { recorder, decision }) => {
        const late = { paymentId: call.params.id, ...decision };
        const payment =
          verb === 'credit'
            ? await creditLatePayment(trx, late, rules().satangForCoin)
            : await dismissLatePayment(trx, late);
        await recorder({
          action: `gateway.${verb}`,
          subject: `gateway:${payment.id}`,
          memberId: payment.member_id,
          after: { satang: payment.paid_amount },
          reason: decision.reason,
        });
      }),
    );
  }

  bind(app, context, 'GET /api/console/gifts', ({ operator, query }) =>
    listGiftLinks(db, operator.id, query),
  );
  bind(app, context, 'POST /api/console/gifts/:id/approve', (call) =>
    decide(context, call, 'gifts', async (trx, { recorder, decision }) => {
      const amount = requireSatang(call.body.amount);
      const linkId = BigInt(call.params.id);
      const link = await approveGiftLink(trx, { linkId, amount, ...decision }, rules().satangForCoin);
      await recorder({
        action: 'gift.approve',
        subject: `gift:${linkId}`,
        memberId: link.member_id,
        after: { satang: amount },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/gifts/:id/reject', (call) =>
    decide(context, call, 'gifts', async (trx, { recorder, decision }) => {
      const linkId = BigInt(call.params.id);
      const link = await rejectGiftLink(trx, { linkId, ...decision });
      await recorder({
        action: 'gift.reject',
        subject: `gift:${linkId}`,
        memberId: link.member_id,
        reason: decision.reason,
      });
    }),
  );

  bind(app, context, 'GET /api/console/notices', ({ operator, query }) =>
    listNotices(db, operator.id, query),
  );
  bind(app, context, 'POST /api/console/notices/:id/approve', (call) =>
    decide(context, call, 'notices', async (trx, { recorder, decision }) => {
      const { accountId, transRef } = call.body;
      const manualId = BigInt(call.params.id);
      const seen = { amount: requireSatang(call.body.amount), depositAccountId: BigInt(accountId), transRef };
      const notice = await approveManual(trx, { manualId, seen, ...decision }, rules());
      await recorder({
        action: 'notice.approve',
        subject: `notice:${manualId}`,
        memberId: notice.member_id,
        before: { satang: notice.amount },
        after: { amount: call.body.amount, accountId, transRef },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/notices/:id/reject', (call) =>
    decide(context, call, 'notices', async (trx, { recorder, decision }) => {
      const manualId = BigInt(call.params.id);
      const notice = await rejectManual(trx, { manualId, ...decision });
      await recorder({
        action: 'notice.reject',
        subject: `notice:${manualId}`,
        memberId: notice.member_id,
        before: { satang: notice.amount },
        reason: decision.reason,
      });
    }),
  );
}
