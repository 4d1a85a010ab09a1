import type { Selectable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { openSealed, seal } from '../../sealed.ts';

export type WebhookRow = Selectable<Database['webhook']>;

/** Failures in a row from which on a receiver is in trouble. */
export const TROUBLED_FROM = 5;

/** What the seal of a webhook's secrets is bound to. */
export const ownerOfWebhook = (id: string) => `webhook:${id}`;

type Needs = Pick<AppContext, 'secrets'>;

/** @param secrets one, or the new one before the old one */
export function sealWebhookSecrets({ secrets: keys }: Needs, id: string, secrets: readonly string[]): Buffer {
  return seal(keys.connection, ownerOfWebhook(id), Buffer.from(JSON.stringify(secrets)));
}

/** The secrets that sign, newest first. None that no key opens any more: a new one replaces it. */
export function knownSecrets(
  { secrets: keys }: Needs,
  { id, secrets }: Pick<WebhookRow, 'id' | 'secrets'>,
): string[] {
  try {
    return JSON.parse(openSealed(keys.connection, ownerOfWebhook(id), secrets).toString());
  } catch {
    return [];
  }
}
