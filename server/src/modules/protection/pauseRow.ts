import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { Pause } from '../../database/schemaTypes.ts';

export type PauseRow = Selectable<Pause>;

/** A row of `pause` that holds: an exclusion until the member has returned, a break until its time. */
export const HOLDS = sql<boolean>`(ended_at is null and (kind = 'exclusion' or until_at > site.now()))`;

/** The pauses that hold for a member, the one that decides first: an exclusion before a break, the longest first. */
export async function openPauses(db: Db | Trx, memberId: bigint): Promise<PauseRow[]> {
  return db
    .selectFrom('pause')
    .selectAll()
    .where('member_id', '=', memberId)
    .where(HOLDS)
    .orderBy(sql`kind = 'exclusion'`, 'desc')
    .orderBy(sql`until_at`, (order) => order.desc().nullsFirst())
    .orderBy('id')
    .execute();
}

/** Whether the member is excluded: from play, deposits and every log-in but a limited one (PRO row 12). */
export async function isExcluded(db: Db | Trx, memberId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('pause')
    .select('id')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('kind', '=', 'exclusion')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a break or an exclusion closes deposits and play. */
export async function isPaused(db: Db | Trx, memberId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('pause')
    .select('id')
    .where('member_id', '=', memberId)
    .where(HOLDS)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
