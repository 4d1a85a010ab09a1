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
export async function dropPasskeys(trx: Trx, memberId: bigint, id?: string): Promise<number> {
  const dropped = await trx
    .deleteFrom('passkey')
    .where('member_id', '=', memberId)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .returning('id')
    .execute();
  for (const one of dropped)
    await notify(trx, { memberId, kind: 'passkeyRemoved', key: `passkey:${one.id}:removed` });
  const left = await trx
    .selectFrom('passkey')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(1)
    .execute();
  if (dropped.length > 0 && left.length === 0) await markAccessChanged(trx, memberId);
  return dropped.length;
}
