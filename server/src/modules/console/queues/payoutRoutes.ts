import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { settleStuckTransfer } from '../../transfers/settleStuckTransfer.ts';
import { payWithdrawal, rejectWithdrawal } from '../../withdrawals/decidePayout.ts';
import { act } from '../act.ts';
import { decide } from './decide.ts';
import { listStuckLegs } from './stuckQueue.ts';
import { exportWithdrawals, listWaitingWithdrawals } from './withdrawalQueue.ts';

/** Withdrawals that are paid by hand, and transfers to games that no machine could end. */
export function operatorPayoutRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/withdrawals', ({ operator, query }) =>
    listWaitingWithdrawals(db, operator.id, query),
  );
  bind(app, context, 'POST /api/console/withdrawals/:id/pay', (call) =>
    decide(context, call, 'withdrawals', async (trx, { recorder, decision }) => {
      const { transRef } = call.body;
      const paid = await payWithdrawal(trx, { withdrawalId: call.params.id, transRef, ...decision });
      await recorder({
        action: 'withdrawal.pay',
        subject: `withdrawal:${paid.id}`,
        memberId: paid.member_id,
        after: { satang: paid.amount, transRef },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/withdrawals/:id/reject', (call) =>
    decide(context, call, 'withdrawals', async (trx, { recorder, decision }) => {
      const rejected = await rejectWithdrawal(trx, { withdrawalId: call.params.id, ...decision });
      await recorder({
        action: 'withdrawal.reject',
        subject: `withdrawal:${rejected.id}`,
        memberId: rejected.member_id,
        after: { satang: rejected.amount },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/withdrawals/export', ({ operator, ip, body }) =>
    act(context, { operator, ip }, (trx, recorder) => exportWithdrawals(trx, recorder, body.ids)),
  );

  bind(app, context, 'GET /api/console/transfers', ({ operator, query }) =>
    listStuckLegs(db, operator.id, query),
  );
  bind(app, context, 'POST /api/console/transfers/:id/settle', async (call) => {
    const { outcome } = call.body;
    const answer = await decide(context, call, 'transfers', async (trx, { recorder, decision }) => {
      const transfer = await settleStuckTransfer(trx, { legId: call.params.id, outcome, ...decision });
      await recorder({
        action: 'transfer.settle',
        subject: `transferLeg:${call.params.id}`,
        memberId: transfer.member_id,
        after: { outcome },
        reason: decision.reason,
      });
    });
    context.wakeJob('transfers');
    return answer;
  });
}
