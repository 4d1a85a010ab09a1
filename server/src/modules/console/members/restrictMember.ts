import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { endAllSessions } from '../../auth/logOut.ts';
import type { Recorder } from '../act.ts';

/** Suspends a member and ends the sessions, or ends the suspension. @throws AppError NO_USER, ALREADY_DECIDED */
export async function setSuspended(
  trx: Trx,
  recorder: Recorder,
  { memberId, isSuspended, reason }: { memberId: bigint; isSuspended: boolean; reason: string },
): Promise<void> {
  const { status: before } = await lockMember(trx, memberId);
  const status = isSuspended ? 'suspended' : 'active';
  if (before === status) throw new AppError('ALREADY_DECIDED', status);
  await trx.updateTable('member').set({ status }).where('id', '=', memberId).execute();
  if (isSuspended) await endAllSessions(trx, memberId);
  await recorder({
    action: isSuspended ? 'member.suspend' : 'member.restore',
    subject: `member:${memberId}`,
    memberId,
    before: { status: before },
    after: { status },
    reason,
  });
}

/** Ends all sessions of a member. @throws AppError NO_USER */
export async function endMemberSessions(
  trx: Trx,
  recorder: Recorder,
  { memberId, reason }: { memberId: bigint; reason: string },
): Promise<void> {
  await lockMember(trx, memberId);
  await endAllSessions(trx, memberId);
  await recorder({ action: 'member.endSessions', subject: `member:${memberId}`, memberId, reason });
}

/**
 * Makes the password invalid and ends the sessions: the member sets a new one by a code to the registered telephone.
 * Nobody but the member ever knows a password. @throws AppError NO_USER
 */
export async function invalidatePassword(
  trx: Trx,
  recorder: Recorder,
  { memberId, passwordHash, reason }: { memberId: bigint; passwordHash: string; reason: string },
): Promise<void> {
  await lockMember(trx, memberId);
  await trx.updateTable('member').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
  await endAllSessions(trx, memberId);
  await recorder({ action: 'member.resetPassword', subject: `member:${memberId}`, memberId, reason });
}

/** @throws AppError NO_USER */
export async function lockMember(trx: Trx, id: bigint) {
  const member = await trx
    .selectFrom('member')
    .where('id', '=', id)
    .forUpdate()
    .select(['id', 'status'])
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  return member;
}
