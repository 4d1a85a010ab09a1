import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import { deviceName } from '../../calls/device.ts';
import type { Trx } from '../../database/connect.ts';
import { notify } from '../notifications/notify.ts';

/** Ends the session of the call, and web push to its browser at once: others may use the browser next. */
export async function logOut(trx: Trx, session: Session): Promise<void> {
  await trx.deleteFrom('push_subscription').where('session_hash', '=', session.tokenHash).execute();
  await trx.deleteFrom('session').where('token_hash', '=', session.tokenHash).execute();
}

/** Ends every session of the member. What tells them of it is written before. */
export async function endAllSessions(trx: Trx, memberId: bigint): Promise<void> {
  await trx.deleteFrom('session').where('member_id', '=', memberId).execute();
}

/** Ends every other session of the member. What tells them of it is written before. */
export async function endOtherSessions(trx: Trx, session: Session): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('member_id', '=', session.memberId)
    .where('token_hash', '!=', session.tokenHash)
    .execute();
}

/** Ends one session of the member by its public id. @throws AppError NO_DATA when the member has none of this id */
export async function endSession(trx: Trx, memberId: bigint, id: string): Promise<void> {
  if (!(await endAndTell(trx, memberId, sql`id = ${id}`))) throw new AppError('NO_DATA');
}

/** Ends every other session of the member, and tells of it. */
export async function endOthersAtOnce(trx: Trx, { memberId, tokenHash }: Session): Promise<void> {
  await endAndTell(trx, memberId, sql`token_hash <> ${tokenHash}`);
}

/**
 * Ends sessions of the member and tells of it first, so that the browsers that are sent away are told too.
 * @returns whether there were any
 */
export async function endAndTell(trx: Trx, memberId: bigint, which: RawBuilder<unknown>): Promise<boolean> {
  const ending = await trx
    .selectFrom('session')
    .select(['id', 'user_agent'])
    .where('member_id', '=', memberId)
    .where(sql<boolean>`${which}`)
    .forUpdate()
    .execute();
  if (ending.length === 0) return false;
  await notifyOfEnded(trx, memberId, ending);
  const ids = ending.map(({ id }) => id);
  await trx.deleteFrom('session').where('id', 'in', ids).execute();
  return true;
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
