import type { ListKind } from '@krapao/contract/identity';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { identityKeys } from '../../identityKeys.ts';
import { dropList, putInForce, storeList } from '../../modules/identity/lists/identityList.ts';
import { act } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { applyOrAsk, requireNotAsked } from '../approvals/ask.ts';
import { requireReason, withCsv } from '../reports/receiveCsv.ts';

const SHOWN = 20;

/** A stored list that two operators put in force. */
export const listApproval: ApprovalKind<{
  listId: string;
  kind: ListKind;
  title: string;
  sha256: string;
  entries: number;
}> = {
  name: 'list.replace',
  permission: () => 'identity.decide',
  present: (_db, { kind, title, sha256, entries }) => [
    { name: 'listKind', text: kind },
    { name: 'file', text: title },
    { name: 'sha256', text: sha256 },
    { name: 'newLines', text: String(entries) },
  ],
  wakes: 'lists',
  refuse: (trx, { listId }) => dropList(trx, BigInt(listId)),
  apply: async (trx, { recorder, decision }, { listId }) => {
    const { kind, version } = await putInForce(trx, BigInt(listId));
    await recorder({
      action: 'list.replace',
      subject: `list:${listId}`,
      after: { kind, version },
      reason: decision.reason,
    });
  },
};

/** Lists of names and accounts that members are compared with (protection.md 39). */
export function listRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets } = context;
  bind(app, context, 'GET /api/console/lists', async () => ({ lists: await showLists(db) }));
  bind(app, context, 'POST /api/console/lists/:kind', async (call) => {
    const { operator, params } = call;
    const keys = await identityKeys(db, secrets);
    const waits = await withCsv(call, async (csv) => {
      const reason = requireReason(csv);
      const { lines, sha256 } = await csv.ask({ kind: 'list' });
      return act(context, call, async (trx, recorder) => {
        const subject = `list:${params.kind}`;
        await requireNotAsked(trx, subject);
        const list = { kind: params.kind, title: csv.name, sha256, entries: lines, operatorId: operator.id };
        const listId = String(await storeList(trx, keys, list));
        const payload = { listId, kind: params.kind, title: csv.name, sha256, entries: lines.length };
        return applyOrAsk(trx, { context, recorder, asker: call }, listApproval, {
          subject,
          payload,
          cause: { code: 'TWO_PERSONS' },
          reason,
        });
      });
    });
    context.wakeJob('lists');
    return { code: 'OK' as const, waits };
  });
}

async function showLists(db: Db) {
  const rows = await db
    .selectFrom('identity_list')
    .innerJoin('operator', 'operator.id', 'imported_by')
    .orderBy('identity_list.id', 'desc')
    .limit(SHOWN)
    .selectAll('identity_list')
    .select('operator.name as operator_name')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind as ListKind,
    version: row.version,
    title: row.title,
    entries: row.entries,
    importedAt: row.imported_at.toISOString(),
    operatorName: row.operator_name,
    activeAt: row.active_at?.toISOString() ?? null,
    replacedAt: row.replaced_at?.toISOString() ?? null,
    screenedAt: row.screened_at?.toISOString() ?? null,
  }));
}
