import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Erasure } from '../../../database/schemaTypes.ts';
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
    .set({ state: 'TAKEN_BACK', finished_at: sql`now()`, due_at: null })
    .where('member_id', '=', memberId)
    .where('state', '=', 'ASKED')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('NO_DATA');
}

/**
 * An account is closed empty: nothing in the wallet or in games as far as they told, and nothing on its way. What protects
 * the member or others does not end with it: not during a break, and not with a finding that is open or confirmed or a
 * case that is not closed. An exclusion is remembered instead (excludedIdentity.ts).
 * @throws AppError MONEY_LEFT, MONEY_UNDER_WAY, PLAY_PAUSED, IDENTITY_CHECKED
 */
export async function requireErasable(db: Db | Trx, memberId: bigint): Promise<void> {
  const { rows } = await sql<{
    isLeft: boolean;
    isUnderWay: boolean;
    isOnBreak: boolean;
    isChecked: boolean;
  }>`
    select
      exists (select from pause where member_id = ${memberId} and kind = 'break' and ${HOLDS}) as "isOnBreak",
      exists (select from identity_finding where member_id = ${memberId} and state <> 'DISMISSED')
        or exists (select from member_case where member_id = ${memberId} and state <> 'CLOSED') as "isChecked",
      exists (select from ledger.account where member_id = ${memberId} and posted > 0)
        or exists (select from game_account where member_id = ${memberId} and amount > 0) as "isLeft",
      exists (select from ledger.account where member_id = ${memberId} and held > 0)
        or exists (select from withdrawal where member_id = ${memberId} and state not in ('PAID', 'REJECTED'))
        or exists (select from transfer where member_id = ${memberId} and status = 'PENDING')
        or exists (select from slip where member_id = ${memberId} and status = 'PENDING')
        or exists (select from gift_link where member_id = ${memberId} and status = 'PENDING')
        or exists (select from manual_deposit where member_id = ${memberId} and status = 'PENDING')
        or exists (select from gateway_payment where member_id = ${memberId} and status in ('CREATING', 'OPEN'))
        or exists (select from deposit_qr where member_id = ${memberId} and status = 'OPEN')
        or exists (select from balance_adjustment where member_id = ${memberId} and state = 'PENDING')
        as "isUnderWay"`.execute(db);
  // What is held or on its way is there too.
  if (rows[0]?.isUnderWay) throw new AppError('MONEY_UNDER_WAY');
  if (rows[0]?.isLeft) throw new AppError('MONEY_LEFT');
  if (rows[0]?.isOnBreak) throw new AppError('PLAY_PAUSED');
  if (rows[0]?.isChecked) throw new AppError('IDENTITY_CHECKED');
}
