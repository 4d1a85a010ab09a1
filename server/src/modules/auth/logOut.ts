import type { Trx } from '../../database/connect.ts';
import type { Session } from './authenticate.ts';

/** Ends the session of the call. */
export async function logOut(trx: Trx, session: Session): Promise<void> {
  await trx.deleteFrom('session').where('token_hash', '=', session.tokenHash).execute();
}

/** Ends every other session of the member. */
export async function endOtherSessions(trx: Trx, session: Session): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('member_id', '=', session.memberId)
    .where('token_hash', '!=', session.tokenHash)
    .execute();
}
