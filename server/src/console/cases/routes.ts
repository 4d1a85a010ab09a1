import type { CaseDecision } from '@krapao/contract/cases';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { addCaseNote, decideCase } from '../../modules/cases/decideCase.ts';
import { act, actorName } from '../act.ts';
import { askSecondPerson, requireNotAsked } from '../approvals/ask.ts';
import { useClaim } from '../queues/claim.ts';
import { recordLook } from '../recordLook.ts';
import { askedDecision, closeCaseApproval, reportCaseApproval } from './caseApprovals.ts';
import { caseReport } from './caseReport.ts';
import { listCases, searchCases } from './listCases.ts';
import { showCase } from './showCase.ts';

const TWO_OPERATORS = { REPORT: reportCaseApproval, CLOSE: closeCaseApproval } as const;

const needsTwo = (decision: CaseDecision): decision is keyof typeof TWO_OPERATORS =>
  Object.hasOwn(TWO_OPERATORS, decision);

/** Cases: what rules found about members, and what operators decide. */
export function caseRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/cases', async ({ operator, ip, query }) => {
    await recordLook(db, { operator, ip }, { action: 'case.list', subject: 'case:queue' });
    return listCases(db, operator, query);
  });
  bind(app, context, 'POST /api/console/cases/search', async ({ operator, ip, body }) => {
    const { state, memberId } = body;
    await recordLook(
      db,
      { operator, ip },
      {
        action: 'case.list',
        subject: memberId === undefined ? `case:${state ?? 'all'}` : `member:${memberId}`,
      },
    );
    return searchCases(db, body);
  });
  bind(app, context, 'GET /api/console/cases/:id', async ({ operator, ip, params }) => {
    const page = await showCase(context, BigInt(params.id));
    await recordLook(
      db,
      { operator, ip },
      {
        action: 'case.look',
        subject: `case:${page.id}`,
        memberId: BigInt(page.member.id),
      },
    );
    return page;
  });
  bind(app, context, 'GET /api/console/cases/:id/report', async ({ operator, ip, params }) => {
    const report = await caseReport(context, BigInt(params.id), operator.name);
    await recordLook(
      db,
      { operator, ip },
      {
        action: 'case.export',
        subject: `case:${report.case.id}`,
        memberId: BigInt(report.member.id),
      },
    );
    return report;
  });
  bind(app, context, 'POST /api/console/cases/:id/notes', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, async (trx, recorder) => {
      const note = { caseId: BigInt(params.id), operatorId: operator.id, text: body.text };
      const row = await addCaseNote(trx, note);
      await recorder({ action: 'case.note', subject: `case:${params.id}`, memberId: row.member_id });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/cases/:id/decide', (call) => {
    const { operator, ip, params, body } = call;
    const { decision, watchDays, reason } = body;
    const subject = `case:${params.id}`;
    return act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, 'cases', params.id, operator.id);
      await requireNotAsked(trx, subject);
      if (needsTwo(decision)) {
        const { payload, memberId } = await askedDecision(trx, BigInt(params.id), decision);
        const waits = await askSecondPerson(trx, recorder, TWO_OPERATORS[decision], call, {
          subject,
          payload,
          cause: { code: 'TWO_PERSONS' },
          reason,
          memberId,
          queue: 'cases',
        });
        return { code: 'OK' as const, waits };
      }
      const row = await decideCase(trx, {
        operator: actorName(call),
        reason,
        caseId: BigInt(params.id),
        decision,
        operatorId: operator.id,
        watchDays,
      });
      await recorder({
        action: 'case.decide',
        subject,
        memberId: row.member_id,
        after: { decision, kind: row.kind, state: row.state },
        reason,
      });
      return { code: 'OK' as const, waits: null };
    });
  });
}
