import { ResultMapping } from '@krapao/contract/api/operator/payoutBatches';
import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { readBatch } from '../../modules/withdrawals/batch/batchFile.ts';
import { answerRows } from '../../modules/withdrawals/batch/closeRows.ts';
import { makeBatch, previewBatch } from '../../modules/withdrawals/batch/makeBatch.ts';
import { listBatches, listFormats, showBatch } from '../../modules/withdrawals/batch/showBatches.ts';
import { act, actorName } from '../act.ts';
import { applyOrAsk } from '../approvals/applyOrAsk.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, requireNotAsked } from '../approvals/ask.ts';
import { membersOfOwnMoney, requireOthersMoney } from '../approvals/ownMoney.ts';
import { readMapping } from '../reports/csvFile.ts';
import { withCsv } from '../reports/receiveCsv.ts';
import { applyResult, previewResult } from './applyResult.ts';
import { allPaidApproval, batchSubject, takeBackApproval } from './batchApprovals.ts';

/** Files for the bank's batch payment, and the bank's answers to them. */
export function operatorPayoutBatchRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  const askerOf = async ({ operator }: Asker) => ({
    operatorId: operator.id,
    ownMembers: await membersOfOwnMoney(db, operator.id, context),
  });

  bind(app, context, 'GET /api/console/withdrawals/formats', () => listFormats(db));
  bind(app, context, 'POST /api/console/withdrawals/export/preview', async (call) => {
    const asker = await askerOf(call);
    const { total, ...preview } = await db
      .transaction()
      .execute((trx) => previewBatch(trx, call.body, asker));
    return { ...preview, total: bahtFromSatang(total) };
  });
  bind(app, context, 'POST /api/console/withdrawals/export', async ({ operator, ip, body }) => {
    const asker = await askerOf({ operator, ip });
    return act(context, { operator, ip }, async (trx, recorder) => {
      const { file, ids } = await makeBatch(trx, body, asker);
      await recorder({
        action: 'withdrawal.export',
        subject: batchSubject(file.batchId),
        after: { file: file.fileName, ids },
      });
      return file;
    });
  });
  bind(app, context, 'GET /api/console/withdrawals/batches', async () => ({
    batches: await listBatches(db),
  }));
  bind(app, context, 'GET /api/console/withdrawals/batches/:id', async ({ operator, params }) =>
    showBatch(db, BigInt(params.id), await membersOfOwnMoney(db, operator.id, context)),
  );
  bind(app, context, 'POST /api/console/withdrawals/batches/:id/export', ({ operator, ip, params }) =>
    act(context, { operator, ip }, async (trx, recorder) => {
      const { file, memberIds } = await readBatch(trx, BigInt(params.id));
      await requireNotAsked(trx, batchSubject(file.batchId));
      await recorder({ action: 'withdrawal.exportAgain', subject: batchSubject(file.batchId) });
      await requireOthersMoney(trx, operator.id, memberIds, context);
      return file;
    }),
  );

  const closing = async (
    { operator, ip, params, body }: Asker & { params: { id: string }; body: { reason: string } },
    kind: ApprovalKind<{ batchId: string }>,
  ) => ({
    code: 'OK' as const,
    waits: await applyOrAsk(context, { operator, ip }, kind, {
      subject: batchSubject(params.id),
      payload: { batchId: params.id },
      reason: body.reason,
    }),
  });
  bind(app, context, 'POST /api/console/withdrawals/batches/:id/takeBack', (call) =>
    closing(call, takeBackApproval),
  );
  bind(app, context, 'POST /api/console/withdrawals/batches/:id/allPaid', (call) =>
    closing(call, allPaidApproval),
  );
  bind(app, context, 'POST /api/console/withdrawals/batches/:id/rows/:line/toQueue', async (call) => {
    const { operator, ip, params, body } = call;
    await act(context, { operator, ip }, async (trx, recorder) => {
      const decision = { operator: actorName({ operator }), reason: body.reason };
      const line = Number(params.line);
      const answers = new Map([[line, { state: 'STUCK', words: body.reason } as const]]);
      const { ends } = await answerRows(trx, BigInt(params.id), answers, { decision });
      if (ends.size === 0) throw new AppError('ALREADY_DECIDED');
      await recorder({
        action: 'withdrawal.toQueue',
        subject: batchSubject(params.id),
        after: { line },
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });

  bind(
    app,
    context,
    'POST /api/console/withdrawals/batches/:id/result/preview',
    async ({ request, operator, ip, params }) =>
      withCsv({ request, operator }, (csv) =>
        previewResult(
          context,
          { operator, ip },
          params.id,
          csv,
          readMapping(ResultMapping, csv.mapping || '{}'),
        ),
      ),
  );
  bind(
    app,
    context,
    'POST /api/console/withdrawals/batches/:id/result',
    async ({ request, operator, ip, params }) =>
      withCsv({ request, operator }, (csv) =>
        applyResult(
          context,
          { operator, ip },
          params.id,
          csv,
          readMapping(ResultMapping, csv.mapping || '{}'),
        ),
      ),
  );
}
