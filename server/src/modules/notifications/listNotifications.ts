import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { NOTIFICATION_KINDS, type NotificationKind, notificationText } from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { readParams } from './notificationParams.ts';

type Page = ResponseOf<Contract['GET /api/notifications']>;

const PAGE = 20;
const COUNTED_MAX = 99;
const KINDS = Object.keys(NOTIFICATION_KINDS);

/** A page of the member's notifications, newest first. @param before the id of the last one of the page before */
export async function listNotifications(
  db: Db,
  memberId: bigint,
  before: string | undefined,
  language: Language,
): Promise<Page> {
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('member_id', '=', memberId)
    // Kinds of a later version, while nodes are replaced.
    .where('kind', 'in', KINDS)
    .$if(before !== undefined, (query) => query.where('id', '<', BigInt(before ?? 0)))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  return {
    hasMore: rows.length > PAGE,
    notifications: rows.slice(0, PAGE).map(({ id, kind: stored, params: written, created_at, read_at }) => {
      const kind = stored as NotificationKind;
      const params = readParams(written);
      const { category, opens } = NOTIFICATION_KINDS[kind];
      return {
        _id: id.toString(),
        category,
        opens,
        ...notificationText(kind, params, language),
        ...(params.row !== undefined && { row: params.row }),
        createdAt: created_at.toISOString(),
        isRead: read_at !== null,
      };
    }),
  };
}

/** How many the member has not read; counts to 99. */
export async function countUnread(db: Db, memberId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notification where member_id = ${memberId} and read_at is null limit ${COUNTED_MAX}) n`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
