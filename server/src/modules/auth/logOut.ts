import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import type { Trx } from '../../database/connect.ts';

/** Ends the session of the call. */
export async function logOut(trx: Trx, session: Session): Promise<void> {
  await trx.deleteFrom('session').where('token_hash', '=', session.tokenHash).execute();
}

/** Ends every session of the member. */
export async function endAllSessions(trx: Trx, memberId: bigint): Promise<void> {
  await trx.deleteFrom('session').where('member_id', '=', memberId).execute();
}

/** Ends one session of the member by its public id. @throws AppError NO_DATA when the member has none of this id */
export async function endSession(trx: Trx, memberId: bigint, id: string): Promise<void> {
  const ended = await trx
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .execute();
  if (ended.length === 0) throw new AppError('NO_DATA');
}

/** Ends every other session of the member. */
export async function endOtherSessions(trx: Trx, session: Session): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('member_id', '=', session.memberId)
    .where('token_hash', '!=', session.tokenHash)
    .execute();
}
