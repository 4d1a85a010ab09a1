import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { settleStuckTransfer } from '../../transfers/settleStuckTransfer.ts';
import { payWithdrawal, rejectWithdrawal } from '../../withdrawals/decidePayout.ts';
import { act, actorName } from '../act.ts';
import { useClaim } from './claim.ts';
import { listStuckLegs } from './stuckQueue.ts';
import { exportWithdrawals, listWaitingWithdrawals } from './withdrawalQueue.ts';

/** Withdrawals that are paid by hand, and transfers to games that no machine could end. */
export function operatorPayoutRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/withdrawals', async ({ operator }) => ({
    items: await listWaitingWithdrawals(db, operator.id),
  }));
  bind(app, context, 'POST /api/console/withdrawals/:id/pay', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'withdrawals', params.id, operator.id);
      const paid = await payWithdrawal(trx, {
        withdrawalId: params.id,
        transRef: body.transRef,
        operator: actorName({ operator }),
        reason: body.reason,
      });
      await recorder({
        action: 'withdrawal.pay',
        subject: `withdrawal:${params.id}`,
        memberId: paid.member_id,
        after: { satang: paid.amount, transRef: body.transRef },
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/withdrawals/:id/reject', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'withdrawals', params.id, operator.id);
      const rejected = await rejectWithdrawal(trx, {
        withdrawalId: params.id,
        operator: actorName({ operator }),
        reason: body.reason,
      });
      await recorder({
        action: 'withdrawal.reject',
        subject: `withdrawal:${params.id}`,
        memberId: rejected.member_id,
        after: { satang: rejected.amount },
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/withdrawals/export', ({ operator, ip, body }) =>
    act(context, { operator, ip }, (trx, recorder) => exportWithdrawals(trx, recorder, body.ids)),
  );

  bind(app, context, 'GET /api/console/transfers', async ({ operator }) => ({
    items: await listStuckLegs(db, operator.id),
  }));
  bind(app, context, 'POST /api/console/transfers/:id/settle', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'transfers', params.id, operator.id);
      const transfer = await settleStuckTransfer(trx, {
        legId: params.id,
        outcome: body.outcome,
        operator: actorName({ operator }),
        reason: body.reason,
      });
      await recorder({
        action: 'transfer.settle',
        subject: `transferLeg:${params.id}`,
        memberId: transfer.member_id,
        after: { outcome: body.outcome },
        reason: body.reason,
      });
    });
    context.wakeJob('transfers');
    return { code: 'OK' };
  });
}
