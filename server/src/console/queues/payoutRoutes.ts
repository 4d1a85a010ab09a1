import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { payWithdrawal } from '../../modules/withdrawals/decidePayout.ts';
import { membersOfOwnMoney, requireOthersMoney } from '../approvals/ownMoney.ts';
import { decide, decideOrAsk } from './decide.ts';
import { refusalApproval, settleApproval } from './payoutApprovals.ts';
import { listStuckLegs } from './stuckQueue.ts';
import { listWaitingWithdrawals } from './withdrawalQueue.ts';

/** Withdrawals that operators pay manually, and game transfers that could not end automatically. */
export function operatorPayoutRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/withdrawals', async ({ operator, query }) =>
    listWaitingWithdrawals(db, operator, query, await membersOfOwnMoney(db, operator.id, context)),
  );
  bind(app, context, 'GET /api/console/withdrawals/accounts', async () => ({
    accounts: (await ownAccounts(db)).map((account) => ({
      id: String(account.id),
      bankCode: account.bank_code,
      accountNo: account.account_no,
      currency: currencyOf(account),
    })),
  }));
  bind(app, context, 'POST /api/console/withdrawals/:id/pay', (call) =>
    decide(context, call, 'withdrawals', async (trx, { recorder, decision }) => {
      const { transRef, batchId, accountId } = call.body;
      const paid = await payWithdrawal(trx, {
        withdrawalId: call.params.id,
        transRef,
        batchId,
        accountId: accountId === undefined ? undefined : BigInt(accountId),
        ...decision,
      });
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
  bind(app, context, 'GET /api/console/transfers', ({ operator, query }) =>
    listStuckLegs(db, operator, query),
  );
  bind(app, context, 'POST /api/console/transfers/:id/settle', (call) => {
    const payload = { legId: call.params.id, outcome: call.body.outcome };
    return decideOrAsk(context, call, 'transfers', settleApproval, payload);
  });
}
