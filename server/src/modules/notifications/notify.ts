import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationParams,
} from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { writtenParams } from './notificationParams.ts';

/**
 * How long after its end a browser or messenger still gets the security notifications that were written before: whoever is
 * sent away by a thief is told.
 */
export const TOLD_AFTER_END = sql`interval '30 minutes'`;

export interface NewNotification {
  memberId: bigint;
  kind: NotificationKind;
  /** Names the event among the member's, as `passkey:<id>:added`: the same key again writes nothing. */
  key: string;
  params?: NotificationParams;
}

/**
 * Writes one notification of a member in the transaction of the event that it tells of, with a delivery for each channel
 * that the member wants. How movements of money end is written by triggers on their rows.
 */
export async function notify(trx: Trx, { memberId, kind, key, params = {} }: NewNotification): Promise<void> {
  const { category } = NOTIFICATION_KINDS[kind];
  await sql`
    select notify_member(${memberId}, ${category}, ${kind}, ${key}, ${writtenParams(params)}::jsonb)`.execute(
    trx,
  );
}
