import { ProviderMapping, StatementMapping } from '@krapao/contract/api/operator/reconciliation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { askProvider } from './askProvider.ts';
import { compareProvider, requireProvider } from './compareProvider.ts';
import { depositAccount, previewStatement } from './compareStatement.ts';
import { readMapping } from './csvFile.ts';
import { houseAccounts } from './houseAccounts.ts';
import { importStatementFile } from './importStatementFile.ts';
import { checkLedger, ledgerState } from './ledgerState.ts';
import { withCsv } from './receiveCsv.ts';
import { summarise } from './summary.ts';

/** Reports, and the comparison of our books with those of banks and providers. */
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
    withCsv(request, (csv) => csv.ask({ kind: 'columns' })),
  );

  const receiveStatement = async (id: string, request: FastifyRequest) => {
    const account = await depositAccount(db, BigInt(id));
    return withCsv(request, async ({ name, mapping, ask }) => ({
      account,
      name,
      file: await ask({
        kind: 'statement',
        mapping: readMapping(StatementMapping, mapping),
        currency: account.currency === 'LAK' ? 'LAK' : 'THB',
      }),
    }));
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
      const { account, name, file } = await receiveStatement(params.id, request);
      return importStatementFile(context, { operator, ip }, account, name, file);
    },
  );
  bind(
    app,
    context,
    'POST /api/console/reconciliation/providers/:code/compare',
    async ({ params, request }) => {
      await requireProvider(db, params.code);
      return withCsv(request, async ({ mapping: text, ask }) => {
        const mapping = readMapping(ProviderMapping, text);
        return compareProvider(db, params.code, await ask({ kind: 'transfers', mapping }), mapping);
      });
    },
  );
}

/** Our deposit accounts, active ones first, with the time of the last statement import by an operator. */
async function statementAccounts(db: Db) {
  const rows = await db
    .selectFrom('deposit_account as a')
    .select(['a.id', 'a.bank_code', 'a.account_no', 'a.account_name', 'a.currency', 'a.is_active'])
    .select(({ selectFrom }) =>
      selectFrom('audit_entry as e')
        .where('e.action', '=', 'statement.imported')
        .where('e.subject', '=', sql<string>`'depositAccount:' || a.id`)
        .select(({ fn }) => fn.max('e.at').as('at'))
        .as('last_read_at'),
    )
    .where('a.bank_type', 'in', ['BANK', 'WALLET'])
    .orderBy('a.is_active', 'desc')
    .orderBy('a.position')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    bankCode: row.bank_code,
    accountNo: row.account_no,
    accountName: row.account_name,
    currency: row.currency === 'LAK' ? 'LAK' : 'THB',
    isActive: row.is_active,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
  }));
}
