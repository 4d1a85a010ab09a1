import type { NotificationKind } from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/** Marks the member's notifications as read up to this one, and tells the member's other screens. */
export async function markRead(trx: Trx, memberId: bigint, upTo: bigint): Promise<void> {
  const { numUpdatedRows } = await unread(trx, memberId).where('id', '<=', upTo).executeTakeFirst();
  if (numUpdatedRows > 0n) await tellScreens(trx, memberId);
}

/** Marks the member's notifications of this kind as read: the member has seen elsewhere what they tell of. */
export async function readKind(trx: Trx, memberId: bigint, kind: NotificationKind): Promise<void> {
  const { numUpdatedRows } = await unread(trx, memberId).where('kind', '=', kind).executeTakeFirst();
  if (numUpdatedRows > 0n) await tellScreens(trx, memberId);
}

const unread = (trx: Trx, memberId: bigint) =>
  trx
    .updateTable('notification')
    .set({ read_at: sql<Date>`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null);

const tellScreens = (trx: Trx, memberId: bigint) =>
  sql`select pg_notify('krapao_member_money', ${`${memberId} notification`})`.execute(trx);
