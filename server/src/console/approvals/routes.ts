import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { ownMoneyToday, personOf } from '../../modules/deposits/ownMoneyDay.ts';
import { paidAlone } from '../queues/paidByHand.ts';
import { listApprovals } from './approvalQueue.ts';
import { approve, reject, takeEffect } from './decideApproval.ts';

/** Requests of one operator that a second one approves. */
export function approvalRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/own-money', async ({ operator, query: { memberId } }) => {
    const { decisionSatang, operatorDaySatang, memberDaySatang } = context.settings.get('ownMoney');
    const { db, settings } = context;
    const person = memberId === undefined ? [] : await personOf(db, BigInt(memberId), settings.get('links'));
    const today = await ownMoneyToday(db, operator.id, person);
    return {
      limits: {
        decision: decisionSatang / 100,
        operatorDay: operatorDaySatang / 100,
        memberDay: memberDaySatang / 100,
        paidByHand: bahtFromSatang(await paidAlone(db, operator.id, context, false)),
      },
      today: { operator: bahtFromSatang(today.operator), member: bahtFromSatang(today.member) },
    };
  });
  bind(app, context, 'GET /api/console/approvals', ({ operator, query }) =>
    listApprovals(context.db, operator, query),
  );
  bind(app, context, 'POST /api/console/approvals/:id/approve', (call) => approve(context, call));
  bind(app, context, 'POST /api/console/approvals/:id/reject', (call) => reject(context, call));
}

/** Requests that nobody else could approve take effect when their time has come. */
export function approvalJobs(context: AppContext): Job[] {
  return [{ name: 'approvals', intervalMs: 30_000, run: () => takeEffect(context) }];
}
