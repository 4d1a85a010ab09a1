import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { payWithdrawal } from '../../modules/withdrawals/decidePayout.ts';
import { listBatches, makeBatch, readBatch } from '../../modules/withdrawals/payoutBatch.ts';
import { act } from '../act.ts';
import { applyOrAsk } from '../approvals/applyOrAsk.ts';
import { membersOfOwnMoney, requireOthersMoney } from '../approvals/ownMoney.ts';
import { decide, decideOrAsk } from './decide.ts';
import { batchSubject, refusalApproval, settleApproval, takeBackApproval } from './payoutApprovals.ts';
import { listStuckLegs } from './stuckQueue.ts';
import { listWaitingWithdrawals } from './withdrawalQueue.ts';

/** Withdrawals that operators pay manually, and game transfers that could not end automatically. */
export function operatorPayoutRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/withdrawals', async ({ operator, query }) =>
    listWaitingWithdrawals(db, operator, query, await membersOfOwnMoney(db, operator.id, context)),
  );
  bind(app, context, 'POST /api/console/withdrawals/:id/pay', (call) =>
    decide(context, call, 'withdrawals', async (trx, { recorder, decision }) => {
      const { transRef, batchId } = call.body;
      const paid = await payWithdrawal(trx, { withdrawalId: call.params.id, transRef, batchId, ...decision });
      await recorder({
        action: 'withdrawal.pay',
        subject: `withdrawal:${paid.id}`,
        memberId: paid.member_id,
        after: { satang: paid.amount, transRef },
        reason: decision.reason,
      });
      await requireOthersMoney(trx, call.operator.id, [paid.member_id], context);
    }),
  );
  bind(app, context, 'POST /api/console/withdrawals/:id/reject', (call) =>
    decideOrAsk(context, call, 'withdrawals', refusalApproval, {
      withdrawalId: call.params.id,
      ...(call.body.batchId !== undefined && { batchId: call.body.batchId }),
    }),
  );
  bind(app, context, 'POST /api/console/withdrawals/export', ({ operator, ip, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      const ownMembers = await membersOfOwnMoney(trx, operator.id, context);
      const { file, ids } = await makeBatch(trx, body.ids, operator.id, ownMembers);
      await recorder({
        action: 'withdrawal.export',
        subject: batchSubject(file.batchId),
        after: { file: file.fileName, ids },
      });
      return file;
    }),
  );
  bind(app, context, 'GET /api/console/withdrawals/batches', async () => ({
    batches: await listBatches(db),
  }));
  bind(app, context, 'POST /api/console/withdrawals/batches/:id/export', ({ operator, ip, params }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      const { file, memberIds } = await readBatch(trx, BigInt(params.id));
      await recorder({ action: 'withdrawal.exportAgain', subject: batchSubject(file.batchId) });
      await requireOthersMoney(trx, operator.id, memberIds, context);
      return file;
    }),
  );
  bind(app, context, 'POST /api/console/withdrawals/batches/:id/takeBack', async (call) => {
    const { operator, ip, params, body } = call;
    const waits = await applyOrAsk(context, { operator, ip }, takeBackApproval, {
      subject: batchSubject(params.id),
      payload: { batchId: params.id },
      reason: body.reason,
    });
    return { code: 'OK', waits };
  });

  bind(app, context, 'GET /api/console/transfers', ({ operator, query }) =>
    listStuckLegs(db, operator, query),
  );
  bind(app, context, 'POST /api/console/transfers/:id/settle', (call) => {
    const payload = { legId: call.params.id, outcome: call.body.outcome };
    return decideOrAsk(context, call, 'transfers', settleApproval, payload);
  });
}
