import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { lockHead, lockStreams, startStreams, stopStreams } from '../../modules/events/streams.ts';
import { ownerOfWebhook, type WebhookRow } from '../../modules/events/webhookRow.ts';
import { reseal } from '../../sealed.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';

/** What an operator edits of a receiver. */
export interface WebhookTerms {
  name: string;
  url: string;
  /** Empty: all. */
  types: string[];
  isActive: boolean;
}

/** Secrets in a request: sealed for the receiver, in Base64, and how many. */
export interface SealedSecrets {
  sealed: string;
  count: number;
}

export interface NewWebhook {
  id: string;
  terms: WebhookTerms;
  secrets: SealedSecrets;
}

export interface ChangedWebhook {
  id: string;
  /** The version that it changes. */
  version: number;
  before: WebhookTerms;
  after: WebhookTerms;
  /** Null: they stay. */
  secrets: SealedSecrets | null;
}

const permission = () => 'connection.manage' as const;
const subjectOf = (id: string) => `webhook:${id}`;

export const webhookAddApproval: ApprovalKind<NewWebhook> = {
  name: 'webhook.add',
  permission,
  titleOf: async (_, { terms }) => terms.name,
  present: (_, { terms }) => factsOf(terms),
  apply: async (trx, { recorder, operatorId, decision }, { id, terms, secrets }, context) => {
    await trx
      .insertInto('webhook')
      .values({
        id,
        ...columnsOf(terms),
        state: 'ACTIVE',
        ...secretColumns(context, id, secrets),
        created_by: operatorId,
        changed_by: operatorId,
      })
      .execute();
    await recorder({
      action: 'webhook.add',
      subject: subjectOf(id),
      after: { ...terms },
      reason: decision.reason,
    });
  },
};

export const webhookChangeApproval: ApprovalKind<ChangedWebhook> = {
  name: 'webhook.change',
  permission,
  titleOf: storedName,
  present: (_, { before, after, secrets }) => [
    { name: 'name', text: before.name },
    ...changesOf(before, after),
    ...(secrets === null ? [] : [{ name: 'secretsChanged', text: 'webhookSecret' }]),
  ],
  apply: (trx, applying, change, context) => changeWebhook(trx, applying, change, context),
};

export const webhookRemoveApproval: ApprovalKind<{ id: string; version: number }> = {
  name: 'webhook.remove',
  permission,
  titleOf: storedName,
  present: async (trx, { id }) => {
    const row = await trx.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? [{ name: 'name', text: id }] : factsOf(termsOf(row));
  },
  apply: async (trx, { recorder, decision }, { id, version }) => {
    const row = await lockWebhook(trx, id, version);
    await lockStreams(trx, id);
    await trx.deleteFrom('webhook').where('id', '=', id).execute();
    await recorder({
      action: 'webhook.remove',
      subject: subjectOf(id),
      before: { ...termsOf(row) },
      reason: decision.reason,
    });
  },
};

/** Changes a receiver. Switched on, it goes on with what came since. @throws AppError NO_DATA, CHANGED_MEANWHILE */
export async function changeWebhook(
  trx: Trx,
  { recorder, operatorId, decision }: Pick<Applying, 'recorder' | 'operatorId' | 'decision'>,
  { id, version, before, after, secrets }: ChangedWebhook,
  context: Pick<AppContext, 'secrets'>,
): Promise<void> {
  const row = await lockWebhook(trx, id, version);
  const wasActive = row.state === 'ACTIVE';
  const stoppedAt = after.isActive ? null : wasActive ? await stopStreams(trx, id) : (row.stopped_at ?? 0n);
  await trx
    .updateTable('webhook')
    .set({
      ...columnsOf(after),
      ...(after.isActive !== wasActive && {
        state: after.isActive ? 'ACTIVE' : 'OFF',
        stopped_at: stoppedAt,
      }),
      ...(secrets && secretColumns(context, id, secrets)),
      failures: 0,
      troubled_at: null,
      version: row.version + 1,
      changed_by: operatorId,
      changed_at: sql<Date>`site.now()`,
    })
    .where('id', '=', id)
    .execute();
  if (after.isActive && !wasActive) await startStreams(trx, id, row.stopped_at ?? 0n);
  await recorder({
    action: 'webhook.change',
    subject: subjectOf(id),
    before: { ...before },
    after: { ...after, secretsChanged: secrets !== null },
    reason: decision.reason,
  });
}

/**
 * Locks a receiver after the head, as the jobs do. Its streams' deliveries go on: they only refer to it.
 * @throws AppError NO_DATA, CHANGED_MEANWHILE if it has another version
 */
export async function lockWebhook(trx: Trx, id: string, version?: number): Promise<WebhookRow> {
  await lockHead(trx);
  const row = await trx
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (version !== undefined && row.version !== version) throw new AppError('CHANGED_MEANWHILE');
  return row;
}

export const termsOf = ({ name, url, types, state }: WebhookRow): WebhookTerms => ({
  name,
  url,
  types,
  isActive: state === 'ACTIVE',
});

const columnsOf = ({ name, url, types }: WebhookTerms) => ({ name, url, types });

/** @throws AppError CHANGED_MEANWHILE if the master key was changed since, and the old one is gone */
function secretColumns(
  { secrets: { connection } }: Pick<AppContext, 'secrets'>,
  id: string,
  { sealed, count }: SealedSecrets,
) {
  const asked = Buffer.from(sealed, 'base64');
  try {
    return { secrets: reseal(connection, ownerOfWebhook(id), asked) ?? asked, secret_count: count };
  } catch {
    throw new AppError('CHANGED_MEANWHILE', 'the secret was made under another master key');
  }
}

async function storedName(db: Db | Trx, { id }: { id: string }): Promise<string | undefined> {
  const row = await db.selectFrom('webhook').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

const factsOf = ({ name, url, types }: WebhookTerms): Fact[] => [
  { name: 'name', text: name },
  { name: 'baseUrl', text: url },
  { name: 'eventTypes', text: types.join(', ') || '*' },
];

function changesOf(before: WebhookTerms, after: WebhookTerms): Fact[] {
  const names: readonly [keyof WebhookTerms, string][] = [
    ['name', 'name'],
    ['url', 'baseUrl'],
    ['types', 'eventTypes'],
    ['isActive', 'isActive'],
  ];
  return names
    .filter(([name]) => !isDeepStrictEqual(before[name], after[name]))
    .map(([name, label]) => ({ name: label, change: { before: before[name], after: after[name] } }));
}
