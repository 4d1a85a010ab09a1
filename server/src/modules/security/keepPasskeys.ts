import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import { useProof } from '../../calls/stepUp.ts';
import type { Trx } from '../../database/connect.ts';
import { markAccessChanged } from '../auth/accessChanged.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { notify } from '../notifications/notify.ts';

/** Renames a passkey. @throws AppError NO_DATA when the member has none of this id */
export async function renamePasskey(trx: Trx, memberId: bigint, id: string, name: string): Promise<void> {
  const renamed = await trx
    .updateTable('passkey')
    .set({ name: name.trim() || 'Passkey' })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .execute();
  if (renamed.length === 0) throw new AppError('NO_DATA');
}

/** Removes a passkey. @throws AppError STEP_UP_REQUIRED, NO_DATA */
export async function removePasskey(trx: Trx, session: Session, id: string): Promise<void> {
  await requireNotFrozen(trx, session.memberId);
  if ((await dropPasskeys(trx, session.memberId, id)) === 0) throw new AppError('NO_DATA');
  await useProof(trx, session, { action: 'security', subject: `passkey ${id}` });
}

/** Takes one passkey of the member away, or all, and tells the member of each. @returns how many there were */
export function dropPasskeys(trx: Trx, memberId: bigint, id?: string): Promise<number> {
  return drop(trx, memberId, id === undefined ? sql<boolean>`true` : sql<boolean>`id = ${id}`);
}

/**
 * Takes the newest passkeys away with a password that is no longer good: whoever had it could have added them. Older ones
 * stay, because a code by SMS alone must not undo them (decision 195).
 */
export async function dropFreshPasskeys(trx: Trx, memberId: bigint): Promise<void> {
  await drop(trx, memberId, isFresh('passkey', sql`site.now()`));
}

const FRESH_DAYS = 7;

/** Whether a passkey was added shortly before a moment, so that a thief may be who added it. */
export function isFresh(passkey: string, moment: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${passkey}.created_at`)} > ${moment} - make_interval(days => ${FRESH_DAYS}::int)`;
}

async function drop(trx: Trx, memberId: bigint, which: RawBuilder<boolean>): Promise<number> {
  const dropped = await trx
    .deleteFrom('passkey')
    .where('member_id', '=', memberId)
    .where(which)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of dropped)
    await notify(trx, {
      memberId,
      kind: 'passkeyRemoved',
      key: `passkey:${id}:removed`,
      params: { device: name },
    });
  if (dropped.length > 0) await markAccessChanged(trx, memberId);
  return dropped.length;
}
