import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import { deviceName } from '../../calls/device.ts';
import type { Trx } from '../../database/connect.ts';
import { notify } from '../notifications/notify.ts';

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
    .returning(['id', 'user_agent'])
    .execute();
  if (ended.length === 0) throw new AppError('NO_DATA');
  await notifyOfEnded(trx, memberId, ended);
}

/** Ends every other session of the member, and tells of it. */
export async function endOthersAtOnce(trx: Trx, session: Session): Promise<void> {
  const ended = await endOtherSessions(trx, session);
  if (ended.length > 0) await notifyOfEnded(trx, session.memberId, ended);
}

/** Ends every other session of the member. */
export function endOtherSessions(trx: Trx, session: Session): Promise<EndedSession[]> {
  return trx
    .deleteFrom('session')
    .where('member_id', '=', session.memberId)
    .where('token_hash', '!=', session.tokenHash)
    .returning(['id', 'user_agent'])
    .execute();
}

interface EndedSession {
  id: string;
  user_agent: string;
}

const NAMED = 3;

function notifyOfEnded(trx: Trx, memberId: bigint, ended: readonly EndedSession[]): Promise<void> {
  const names = new Set(ended.map(({ user_agent }) => deviceName(user_agent)).filter((name) => name !== ''));
  return notify(trx, {
    memberId,
    kind: 'sessionEnded',
    key: `session:${ended[0]?.id}`,
    params: { device: [...names].slice(0, NAMED).join(' · ') },
  });
}
