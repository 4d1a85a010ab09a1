import { ProviderMapping, StatementMapping } from '@krapao/contract/api/operator/reconciliation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { askProvider } from './askProvider.ts';
import { compareProvider, requireProvider } from './compareProvider.ts';
import { depositAccount, previewStatement, readStatementOf } from './compareStatement.ts';
import { describeCsv, readMapping, receiveCsv } from './csvFile.ts';
import { houseAccounts } from './houseAccounts.ts';
import { importStatementFile } from './importStatementFile.ts';
import { checkLedger, ledgerState } from './ledgerState.ts';
import { statementAccounts } from './statementAccounts.ts';
import { summarise } from './summary.ts';

/** Reports, and the house's books beside those of banks and providers. */
export function operatorReportRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'POST /api/console/reports/summary', ({ body }) => summarise(db, body));
  bind(app, context, 'POST /api/console/reports/accounts', ({ body }) => houseAccounts(db, body));
  bind(app, context, 'GET /api/console/reports/ledger', () => ledgerState(db));
  bind(app, context, 'POST /api/console/reports/ledger/check', () => checkLedger(db));
  bind(app, context, 'POST /api/console/reports/providers/:code/ask', async ({ params, body }) => {
    await requireProvider(db, params.code);
    return askProvider(context, params.code, body.day);
  });

  bind(app, context, 'GET /api/console/reconciliation/accounts', async () => ({
    accounts: await statementAccounts(db),
    providers: await db.selectFrom('game_provider').select(['code', 'name']).orderBy('position').execute(),
  }));
  bind(app, context, 'POST /api/console/reconciliation/columns', async ({ request }) =>
    describeCsv((await receiveCsv(request)).text),
  );

  const receiveStatement = async (id: string, request: FastifyRequest) => {
    const account = await depositAccount(db, BigInt(id));
    const csv = await receiveCsv(request);
    const mapping = readMapping(StatementMapping, csv.mapping);
    return { account, csv, file: readStatementOf(account, csv.text, mapping) };
  };
  bind(app, context, 'POST /api/console/reconciliation/accounts/:id/preview', async ({ params, request }) => {
    const { account, file } = await receiveStatement(params.id, request);
    return previewStatement(db, account, file);
  });
  bind(
    app,
    context,
    'POST /api/console/reconciliation/accounts/:id/import',
    async ({ params, request, operator, ip }) => {
      const { account, csv, file } = await receiveStatement(params.id, request);
      return importStatementFile(context, { operator, ip }, account, csv, file);
    },
  );
  bind(
    app,
    context,
    'POST /api/console/reconciliation/providers/:code/compare',
    async ({ params, request }) => {
      await requireProvider(db, params.code);
      const csv = await receiveCsv(request);
      return compareProvider(db, params.code, csv.text, readMapping(ProviderMapping, csv.mapping));
    },
  );
}
