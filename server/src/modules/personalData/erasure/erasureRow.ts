import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Erasure } from '../../../database/schemaTypes.ts';
import { underWay } from '../../account/underWay.ts';
import { HOLDS_STILL } from '../../protection/levels/bars.ts';
import { HOLDS } from '../../protection/pauseRow.ts';

export type ErasureRow = Selectable<Erasure>;

/** Whom a sealed record is bound to. */
export const ownerOfRecord = (erasureId: bigint): string => `erasure:${erasureId}`;

/** The erasure of a member that waits or was made. */
export const erasureOf = (db: Db | Trx, memberId: bigint): Promise<ErasureRow | undefined> =>
  db
    .selectFrom('erasure')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Asks for an erasure in 24 hours. A second request changes nothing. @throws AppError as requireErasable */
export async function askForErasure(
  trx: Trx,
  { memberId, askedBy = null }: { memberId: bigint; askedBy?: bigint | null },
): Promise<void> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  await requireErasable(trx, memberId);
  await trx
    .insertInto('erasure')
    .values({ member_id: memberId, asked_by: askedBy })
    .onConflict((conflict) =>
      conflict.column('member_id').where('state', 'in', ['ASKED', 'ERASED']).doNothing(),
    )
    .execute();
}

/** Takes a waiting erasure back. @throws AppError NO_DATA if none waits */
export async function keepAccount(trx: Trx, memberId: bigint): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('erasure')
    .set({ state: 'TAKEN_BACK', finished_at: sql`site.now()`, due_at: null })
    .where('member_id', '=', memberId)
    .where('state', '=', 'ASKED')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('NO_DATA');
}

/** The accounts that were merged into a member, also over others: one person, and one erasure. */
export async function mergedInto(db: Db | Trx, memberId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive merged as (
      select id from member where merged_into = ${memberId}
      union select m.id from member m join merged on m.merged_into = merged.id)
    select id from merged where id <> ${memberId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * An account is closed empty: nothing in the wallet or in games as far as they told, nothing on its way, and nothing
 * that waits for a second operator. What protects the member or others does not end with it: not during a break, and not
 * with a finding that is open or bars something, or a case that is not closed. An exclusion is remembered instead
 * (excludedIdentity.ts). Accounts that were merged into it count.
 * @throws AppError MONEY_LEFT, MONEY_UNDER_WAY, PLAY_PAUSED, IDENTITY_CHECKED
 */
export async function requireErasable(db: Db | Trx, memberId: bigint): Promise<void> {
  const memberIds = [memberId, ...(await mergedInto(db, memberId))];
  // What is held or on its way is there too.
  if ((await underWay(db, memberIds)).length > 0) throw new AppError('MONEY_UNDER_WAY');
  const ids = sql`in (${sql.join(memberIds)})`;
  const { rows } = await sql<{ isLeft: boolean; isAsked: boolean; isOnBreak: boolean; isChecked: boolean }>`
    select
      exists (select from pause where member_id ${ids} and kind = 'break' and ${HOLDS}) as "isOnBreak",
      exists (select from identity_finding where member_id ${ids} and ${HOLDS_STILL} and (state = 'WAITING'
          or (state = 'CONFIRMED' and kind not in ('sameDocument', 'verification'))))
        or exists (select from member_case where member_id ${ids} and state <> 'CLOSED') as "isChecked",
      exists (select from ledger.account where member_id ${ids} and posted > 0)
        or exists (select from game_account where member_id ${ids} and amount > 0) as "isLeft",
      exists (select from approval where member_id ${ids} and state = 'PENDING' and kind <> 'member.erase')
        as "isAsked"`.execute(db);
  if (rows[0]?.isAsked) throw new AppError('MONEY_UNDER_WAY');
  if (rows[0]?.isLeft) throw new AppError('MONEY_LEFT');
  if (rows[0]?.isOnBreak) throw new AppError('PLAY_PAUSED');
  if (rows[0]?.isChecked) throw new AppError('IDENTITY_CHECKED');
}
