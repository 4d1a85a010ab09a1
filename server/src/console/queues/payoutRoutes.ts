import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { closeContradiction } from '../../modules/withdrawals/contradiction.ts';
import { membersOfOwnMoney } from '../approvals/ownMoney.ts';
import { askAgain } from './askAgain.ts';
import { decide, decideOrAsk } from './decide.ts';
import { payingAccounts } from './paidByHand.ts';
import { payApproval, refusalApproval } from './payoutApprovals.ts';
import { settleApproval } from './settleApproval.ts';
import { listStuckLegs } from './stuckQueue.ts';
import { listTriedPayouts, takeOver } from './triedPayouts.ts';
import { requireOtherCloser } from './whoCloses.ts';
import { listWaitingWithdrawals } from './withdrawalQueue.ts';

/** Withdrawals that operators pay manually, and game transfers that could not end automatically. */
export function operatorPayoutRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;

  bind(app, context, 'GET /api/console/withdrawals', async ({ operator, query }) =>
    listWaitingWithdrawals(
      db,
      operator,
      query,
      await membersOfOwnMoney(db, operator.id, context),
      settings.get('protection').paidWithin,
    ),
  );
  bind(app, context, 'GET /api/console/withdrawals/accounts', async ({ operator }) => ({
    accounts: await payingAccounts(db, operator.id),
  }));
  bind(app, context, 'GET /api/console/withdrawals/tried', async () => ({
    payouts: await listTriedPayouts(db),
  }));
  bind(
    app,
    context,
    'POST /api/console/withdrawals/:id/take-over',
    async ({ operator, ip, params, body }) => {
      await takeOver(context, { operator, ip }, params.id, body);
      return {};
    },
  );
  bind(app, context, 'POST /api/console/withdrawals/:id/pay', (call) => {
    const { transRef, batchId, seen, accountId, secondUseOf } = call.body;
    return decideOrAsk(context, call, 'withdrawals', payApproval, {
      withdrawalId: call.params.id,
      transRef,
      ...(batchId !== undefined && { batchId }),
      ...(seen !== undefined && { seen }),
      accountId,
      ...(secondUseOf !== undefined && { secondUseOf }),
    });
  });
  bind(app, context, 'POST /api/console/withdrawals/:id/reject', (call) =>
    decideOrAsk(context, call, 'withdrawals', refusalApproval, {
      withdrawalId: call.params.id,
      ...(call.body.batchId !== undefined && { batchId: call.body.batchId }),
      ...(call.body.seen !== undefined && { seen: call.body.seen }),
    }),
  );
  bind(app, context, 'POST /api/console/withdrawals/:id/close', (call) =>
    decide(context, call, 'withdrawals', async (trx, { recorder, decision: { reason } }) => {
      const { id } = call.params;
      await requireOtherCloser(trx, id, call.operator.id);
      const { memberId, ...both } = await closeContradiction(trx, id);
      await recorder({
        action: 'withdrawal.close',
        subject: `withdrawal:${id}`,
        memberId,
        before: both,
        reason,
      });
    }),
  );
  bind(app, context, 'GET /api/console/transfers', ({ operator, query, language }) =>
    listStuckLegs(db, operator, query, language),
  );
  bind(app, context, 'POST /api/console/transfers/:id/askAgain', ({ params }) =>
    askAgain(context, params.id),
  );
  bind(app, context, 'POST /api/console/transfers/:id/settle', (call) => {
    const { outcome, moved } = call.body;
    if ((outcome === 'MOVED') !== (moved !== undefined))
      throw new AppError('INVALID_REQUEST', 'MOVED, and nothing else, has an amount');
    const legId = call.params.id;
    return decideOrAsk(
      context,
      call,
      'transfers',
      settleApproval,
      outcome === 'MOVED' ? { legId, outcome, moved: moved ?? 0 } : { legId, outcome },
    );
  });
}
