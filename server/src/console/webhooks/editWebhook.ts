import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { knownSecrets, sealWebhookSecrets, type WebhookRow } from '../../modules/events/webhookRow.ts';
import { allowedHosts } from '../../providers/connections/ownNetwork.ts';
import { newSecret } from '../../standardWebhooks.ts';
import { act, actorName } from '../act.ts';
import { type Asker, changeOrAsk, requireNotAsked, type Waits } from '../approvals/ask.ts';
import { requireOutsideAddress } from '../connections/settings.ts';
import {
  changeWebhook,
  lockWebhook,
  type SealedSecrets,
  termsOf,
  webhookAddApproval,
  webhookChangeApproval,
  webhookRemoveApproval,
} from './webhookApprovals.ts';

const CAUSE = { code: 'TWO_PERSONS' } as const;

/**
 * Adds a receiver, or asks a second operator for it. The secret is told this once, also while the request waits.
 * @throws AppError CONNECTION_INVALID
 */
export async function addWebhook(
  context: AppContext,
  asker: Asker,
  { reason, ...terms }: BodyOf<Contract['POST /api/console/webhooks']>,
): Promise<{ id: string; secret: string; waits: Waits | null }> {
  requireOutsideAddress('url', URL.parse(terms.url), allowedHosts(context.config));
  const id = randomUUID();
  const secret = newSecret();
  const waits = await changeOrAsk(context, asker, webhookAddApproval, {
    subject: `webhook:${id}`,
    payload: { id, terms: { ...terms, isActive: true }, secrets: sealed(context, id, [secret]) },
    cause: CAUSE,
    reason,
  });
  return { id, secret, waits };
}

/**
 * Changes a receiver, or asks a second operator for it. One operator switches it off alone.
 * @throws AppError NO_DATA, CONNECTION_INVALID, CHANGED_MEANWHILE, APPROVAL_WAITING
 */
export async function editWebhook(
  context: AppContext,
  asker: Asker,
  id: string,
  { reason, version, ...after }: BodyOf<Contract['PUT /api/console/webhooks/:id']>,
): Promise<Waits | null> {
  const row = await requireWebhook(context.db, id);
  if (row.version !== version) throw new AppError('CHANGED_MEANWHILE');
  const before = termsOf(row);
  if (isDeepStrictEqual(before, after)) return null;
  if (after.isActive || before.url !== after.url)
    requireOutsideAddress('url', URL.parse(after.url), allowedHosts(context.config));
  const payload = { id, version, before, after, secrets: null };
  if (!isDeepStrictEqual({ ...before, isActive: false }, after))
    return changeOrAsk(context, asker, webhookChangeApproval, {
      subject: `webhook:${id}`,
      payload,
      cause: CAUSE,
      reason,
      isOnly: true,
    });
  return act(context, asker, async (trx, recorder) => {
    const decision = { operator: actorName(asker), reason };
    await changeWebhook(trx, { recorder, operatorId: asker.operator.id, decision }, payload, context);
    return null;
  });
}

/** @throws AppError NO_DATA, APPROVAL_WAITING */
export async function removeWebhook(
  context: AppContext,
  asker: Asker,
  id: string,
  reason: string,
): Promise<Waits | null> {
  const { version } = await requireWebhook(context.db, id);
  return changeOrAsk(context, asker, webhookRemoveApproval, {
    subject: `webhook:${id}`,
    payload: { id, version },
    cause: CAUSE,
    reason,
    isOnly: true,
  });
}

/**
 * Makes a new secret that signs beside the one that signed first until now. @throws AppError NO_DATA, APPROVAL_WAITING
 */
export async function rotateSecret(
  context: AppContext,
  asker: Asker,
  id: string,
  reason: string,
): Promise<{ secret: string; waits: Waits | null }> {
  const row = await requireWebhook(context.db, id);
  const secret = newSecret();
  const secrets = sealed(context, id, [secret, ...knownSecrets(context, row).slice(0, 1)]);
  const terms = termsOf(row);
  const waits = await changeOrAsk(context, asker, webhookChangeApproval, {
    subject: `webhook:${id}`,
    payload: { id, version: row.version, before: terms, after: terms, secrets },
    cause: CAUSE,
    reason,
    isOnly: true,
  });
  return { secret, waits };
}

/** Only the newest secret signs. One operator does it: nobody learns anything. @throws AppError NO_DATA, APPROVAL_WAITING */
export async function endOldSecret(
  context: AppContext,
  asker: Asker,
  id: string,
  reason: string,
): Promise<void> {
  await act(context, asker, async (trx, recorder) => {
    await requireNotAsked(trx, `webhook:${id}`);
    const row = await lockWebhook(trx, id);
    const secrets = knownSecrets(context, row).slice(0, 1);
    await trx
      .updateTable('webhook')
      .set({
        secrets: sealWebhookSecrets(context, id, secrets),
        secret_count: 1,
        version: row.version + 1,
        changed_by: asker.operator.id,
        changed_at: sql<Date>`site.now()`,
      })
      .where('id', '=', id)
      .execute();
    await recorder({ action: 'webhook.endSecret', subject: `webhook:${id}`, reason });
  });
}

/** @throws AppError NO_DATA */
export async function requireWebhook(db: Db, id: string): Promise<WebhookRow> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  return row;
}

const sealed = (context: AppContext, id: string, secrets: readonly string[]): SealedSecrets => ({
  sealed: sealWebhookSecrets(context, id, secrets).toString('base64'),
  count: secrets.length,
});
