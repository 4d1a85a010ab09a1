import { satangFromBaht } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import {
  attributeIncomingTransfer,
  dismissIncomingTransfer,
} from '../../deposits/attributeIncomingTransfer.ts';
import { creditLatePayment, dismissLatePayment } from '../../deposits/decideLatePayment.ts';
import { approveSlip, rejectSlip } from '../../deposits/decideSlip.ts';
import { act, actorName } from '../act.ts';
import { useClaim } from './claim.ts';
import { escalateSlip, requireSupervisor } from './escalateSlip.ts';
import { listLatePayments } from './gatewayQueue.ts';
import { findCandidates, listIncoming } from './incomingQueue.ts';
import { listWaitingSlips, showSlip } from './slipQueue.ts';

/** Deposits that no machine could decide. Every decision ends the operator's claim on its item. */
export function operatorDepositRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets, settings } = context;
  const rules = () => ({
    satangForCoin: settings.get('deposit').satangForCoin,
    attForBaht: settings.get('kip').attForBaht,
  });

  bind(app, context, 'GET /api/console/slips', ({ operator }) => listWaitingSlips(db, operator));
  bind(app, context, 'GET /api/console/slips/:id', ({ params }) =>
    showSlip(db, BigInt(params.id), secrets.signedLink),
  );
  bind(app, context, 'POST /api/console/slips/:id/approve', async ({ operator, ip, params, body }) => {
    const amount = satangFromBaht(body.amount);
    if (amount === null) throw new AppError('INVALID_AMOUNT');
    const { accountId, transRef, reason } = body;
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'slips', params.id, operator.id);
      await requireSupervisor(trx, BigInt(params.id), operator);
      const slip = await approveSlip(
        trx,
        {
          slipId: BigInt(params.id),
          amount,
          depositAccountId: BigInt(accountId),
          ...(transRef === undefined ? {} : { transRef }),
          operator: actorName({ operator }),
          reason,
        },
        rules(),
      );
      await recorder({
        action: 'slip.approve',
        subject: `slip:${params.id}`,
        memberId: slip.member_id,
        after: { amount: body.amount, accountId, transRef: slip.trans_ref },
        reason,
      });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/slips/:id/reject', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'slips', params.id, operator.id);
      await requireSupervisor(trx, BigInt(params.id), operator);
      const slip = await rejectSlip(trx, {
        slipId: BigInt(params.id),
        note: body.note,
        operator: actorName({ operator }),
        reason: body.reason,
      });
      await recorder({
        action: 'slip.reject',
        subject: `slip:${params.id}`,
        memberId: slip.member_id,
        after: { note: body.note },
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });

  bind(app, context, 'POST /api/console/slips/:id/escalate', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'slips', params.id, operator.id);
      await escalateSlip(trx, recorder, {
        slipId: BigInt(params.id),
        operatorId: operator.id,
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });

  bind(app, context, 'GET /api/console/incoming', async ({ operator }) => ({
    items: await listIncoming(db, operator.id),
  }));
  bind(app, context, 'GET /api/console/incoming/:id/candidates', async ({ params }) => ({
    candidates: await findCandidates(db, BigInt(params.id)),
  }));
  bind(app, context, 'POST /api/console/incoming/:id/credit', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'incoming', params.id, operator.id);
      const memberId = BigInt(body.memberId);
      const credited = await attributeIncomingTransfer(
        trx,
        {
          transferId: BigInt(params.id),
          memberId,
          operator: actorName({ operator }),
          reason: body.reason,
        },
        rules(),
      );
      await recorder({
        action: 'incoming.credit',
        subject: `incoming:${params.id}`,
        memberId,
        after: { satang: credited.credited_amount, transRef: credited.trans_ref },
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/incoming/:id/dismiss', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'incoming', params.id, operator.id);
      await dismissIncomingTransfer(trx, {
        transferId: BigInt(params.id),
        operator: actorName({ operator }),
        reason: body.reason,
      });
      await recorder({
        action: 'incoming.dismiss',
        subject: `incoming:${params.id}`,
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });

  bind(app, context, 'GET /api/console/gateways', async ({ operator }) => ({
    items: await listLatePayments(db, operator.id),
  }));
  for (const [verb, action] of [
    ['credit', 'gateway.credit'],
    ['dismiss', 'gateway.dismiss'],
  ] as const) {
    bind(app, context, `POST /api/console/gateways/:id/${verb}`, async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, async (trx, recorder) => {
        await useClaim(trx, 'gateways', params.id, operator.id);
        const decision = { paymentId: params.id, operator: actorName({ operator }), reason: body.reason };
        const payment =
          verb === 'credit'
            ? await creditLatePayment(trx, decision, rules().satangForCoin)
            : await dismissLatePayment(trx, decision);
        await recorder({
          action,
          subject: `gateway:${params.id}`,
          memberId: payment.member_id,
          after: { satang: payment.paid_amount },
          reason: body.reason,
        });
      });
      return { code: 'OK' };
    });
  }
}
