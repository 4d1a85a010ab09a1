import { ProviderMapping } from '@krapao/contract/api/operator/reconciliation';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { gatewayTitles } from '../../modules/lookup/lookupRows.ts';
import { act, actorName } from '../act.ts';
import { asSeenBy } from '../members/privateData.ts';
import { askProvider } from './askProvider.ts';
import { compareProvider, requireProvider } from './compareProvider.ts';
import { previewStatement } from './compareStatement.ts';
import { readMapping } from './csvFile.ts';
import { figureRows } from './figureRows.ts';
import { gamingReport } from './gamingReport.ts';
import { houseAccounts, houseLineRows } from './houseAccounts.ts';
import { importStatementFile } from './importStatementFile.ts';
import { checkLedger, ledgerState } from './ledgerState.ts';
import { closeOpenDay, listOpenDays } from './openDays.ts';
import { listOpenRounds, settleOpenRound } from './openRounds.ts';
import { withCsv } from './receiveCsv.ts';
import { retention } from './retention.ts';
import { depositAccount, requireFormat, saveFormat, statementAccounts } from './statementFormats.ts';
import { STATEMENT_PRESETS } from './statementPresets.ts';
import { summarise } from './summary.ts';

/** Reports, and the comparison of our books with those of banks and providers. */
export function operatorReportRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, readers } = context;

  bind(app, context, 'POST /api/console/reports/summary', ({ body }) =>
    readers.read((from) => summarise(from, body)),
  );
  bind(app, context, 'POST /api/console/reports/accounts', ({ body, language }) =>
    readers.read((from) =>
      houseAccounts(from, body, { language, gateways: gatewayTitles(context, language) }),
    ),
  );
  bind(app, context, 'POST /api/console/reports/accounts/rows', ({ body }) =>
    readers.read((from) => houseLineRows(from, body)),
  );
  bind(app, context, 'POST /api/console/reports/gaming', async ({ operator, body, language }) =>
    asSeenBy(operator.role, await readers.read((from) => gamingReport(from, body, language))),
  );
  bind(app, context, 'POST /api/console/reports/figure', ({ body }) =>
    readers.read((from) => figureRows(from, body)),
  );
  bind(app, context, 'POST /api/console/reports/retention', ({ body }) =>
    readers.read((from) => retention(from, body)),
  );
  bind(app, context, 'GET /api/console/reports/ledger', () => ledgerState(db));
  bind(app, context, 'POST /api/console/reports/ledger/check', () => checkLedger(db));
  bind(app, context, 'POST /api/console/reports/providers/:code/ask', async ({ params, body }) => {
    await requireProvider(db, params.code);
    return askProvider(context, params.code, body.day);
  });

  bind(app, context, 'GET /api/console/reports/days', async ({ language }) => ({
    days: await listOpenDays(db, language),
  }));
  bind(app, context, 'GET /api/console/reports/rounds', async ({ language }) => ({
    items: await listOpenRounds(context, language),
  }));
  bind(
    app,
    context,
    'POST /api/console/reports/rounds/:id/settle',
    async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        settleOpenRound(trx, recorder, {
          id: params.id,
          decision: { operator: actorName({ operator }), reason: body.reason },
        }),
      );
      return { code: 'OK' };
    },
  );
  bind(app, context, 'POST /api/console/reports/days/:id/close', async ({ operator, ip, params, body }) => ({
    waits: await closeOpenDay(context, { operator, ip }, params.id, body.reason),
  }));

  bind(app, context, 'GET /api/console/reconciliation/accounts', async () => ({
    accounts: await statementAccounts(db),
    providers: await db.selectFrom('game_provider').select(['code', 'name']).orderBy('position').execute(),
  }));
  bind(app, context, 'GET /api/console/reconciliation/formats', async () => ({
    presets: [...STATEMENT_PRESETS],
  }));
  bind(
    app,
    context,
    'PUT /api/console/reconciliation/accounts/:id/format',
    async ({ params, body, operator, ip }) => {
      await saveFormat(context, { operator, ip }, BigInt(params.id), body);
      return { code: 'OK' };
    },
  );
  bind(app, context, 'POST /api/console/reconciliation/columns', async (call) =>
    withCsv(call, (csv) => csv.ask({ kind: 'columns' })),
  );

  const receiveStatement = async (id: string, call: Parameters<typeof withCsv>[0]) => {
    const account = await depositAccount(db, BigInt(id));
    return withCsv(call, async ({ name, mapping, ask }) => ({
      account,
      name,
      file: await ask({
        kind: 'statement',
        format: await requireFormat(db, account.id, mapping),
        account: { id: String(account.id), currency: account.currency === 'LAK' ? 'LAK' : 'THB' },
      }),
    }));
  };
  bind(app, context, 'POST /api/console/reconciliation/accounts/:id/preview', async (call) => {
    const { account, file } = await receiveStatement(call.params.id, call);
    return previewStatement(db, account, file);
  });
  bind(
    app,
    context,
    'POST /api/console/reconciliation/accounts/:id/import',
    async ({ params, request, operator, ip }) => {
      const { account, name, file } = await receiveStatement(params.id, { request, operator });
      return importStatementFile(context, { operator, ip }, account, name, file);
    },
  );
  bind(
    app,
    context,
    'POST /api/console/reconciliation/providers/:code/compare',
    async ({ params, request, operator }) => {
      await requireProvider(db, params.code);
      return withCsv({ request, operator }, async ({ mapping: text, ask }) => {
        const mapping = readMapping(ProviderMapping, text);
        return compareProvider(db, params.code, await ask({ kind: 'transfers', mapping }), mapping);
      });
    },
  );
}
