import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { notifyOfPassword } from '../../modules/account/notifyOfPassword.ts';
import { endAllSessions, endAndTell } from '../../modules/auth/logOut.ts';
import { notifyOfFreeze } from '../../modules/freeze/freezeAccount.ts';
import { dropFreshPasskeys } from '../../modules/security/keepPasskeys.ts';
import type { Recorder } from '../act.ts';

/**
 * Suspends a member, or ends the suspension. Meanwhile the sessions give no access, and are kept so that each device
 * learns why it was logged out; they end with the suspension. @throws AppError NO_USER, ALREADY_DECIDED
 */
export async function setSuspended(
  trx: Trx,
  recorder: Recorder,
  { memberId, isSuspended, reason }: { memberId: bigint; isSuspended: boolean; reason: string },
): Promise<void> {
  const { status: before, merged_into } = await lockMember(trx, memberId);
  if (merged_into !== null) throw new AppError('ALREADY_DECIDED', 'merged');
  const status = isSuspended ? 'suspended' : 'active';
  if (before === status) throw new AppError('ALREADY_DECIDED', status);
  await trx.updateTable('member').set({ status }).where('id', '=', memberId).execute();
  if (!isSuspended) await endAllSessions(trx, memberId);
  await recorder({
    action: isSuspended ? 'member.suspend' : 'member.restore',
    subject: `member:${memberId}`,
    memberId,
    before: { status: before },
    after: { status },
    reason,
  });
}

/**
 * Freezes an account, or ends any freeze of it: what a member freezes and what an operator freezes is one state, and an
 * operator's freeze is theirs to end. Payouts wait after its end as after a new password. @throws AppError NO_USER,
 * ALREADY_DECIDED
 */
export async function setFrozen(
  trx: Trx,
  recorder: Recorder,
  {
    memberId,
    isFrozen,
    operatorId,
    reason,
  }: { memberId: bigint; isFrozen: boolean; operatorId: bigint; reason: string },
): Promise<void> {
  const before = await lockMember(trx, memberId);
  // A member's own freeze becomes the operator's; an operator's stays.
  if (isFrozen ? before.frozen_by !== null : before.frozen_at === null) throw new AppError('ALREADY_DECIDED');
  await trx
    .updateTable('member')
    .set(
      isFrozen
        ? { frozen_at: sql<Date>`site.now()`, frozen_by: operatorId }
        : { frozen_at: null, frozen_by: null },
    )
    .where('id', '=', memberId)
    .execute();
  if (!isFrozen || before.frozen_at === null)
    await notifyOfFreeze(trx, memberId, isFrozen ? 'frozen' : 'unfrozen');
  await recorder({
    action: isFrozen ? 'member.freeze' : 'member.unfreeze',
    subject: `member:${memberId}`,
    memberId,
    before: { isFrozen: before.frozen_at !== null },
    after: { isFrozen },
    reason,
  });
}

/**
 * Stops a member's payouts, or ends that: withdrawals wait in the queue with their money held, and are in no bank file.
 * The member is told nothing but that they are being checked. @throws AppError NO_USER, ALREADY_DECIDED
 */
export async function setPayoutsStopped(
  trx: Trx,
  recorder: Recorder,
  {
    memberId,
    areStopped,
    operatorId,
    reason,
  }: { memberId: bigint; areStopped: boolean; operatorId: bigint; reason: string },
): Promise<void> {
  const before = await lockMember(trx, memberId);
  if ((before.payouts_stopped_at !== null) === areStopped) throw new AppError('ALREADY_DECIDED');
  await trx
    .updateTable('member')
    .set(
      areStopped
        ? {
            payouts_stopped_at: sql<Date>`site.now()`,
            payouts_stopped_by: operatorId,
            payouts_stopped_because: reason,
          }
        : { payouts_stopped_at: null, payouts_stopped_by: null, payouts_stopped_because: null },
    )
    .where('id', '=', memberId)
    .execute();
  await recorder({
    action: areStopped ? 'member.stopPayouts' : 'member.allowPayouts',
    subject: `member:${memberId}`,
    memberId,
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
  await endAndTell(trx, memberId, sql`true`);
  await recorder({ action: 'member.endSessions', subject: `member:${memberId}`, memberId, reason });
}

/**
 * Makes the password invalid, ends the sessions and removes the newest passkeys: the member sets a new one with a code to the registered telephone.
 * Only the member ever knows the password. @throws AppError NO_USER
 */
export async function invalidatePassword(
  trx: Trx,
  recorder: Recorder,
  { memberId, passwordHash, reason }: { memberId: bigint; passwordHash: string; reason: string },
): Promise<void> {
  await lockMember(trx, memberId);
  await trx.updateTable('member').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
  await notifyOfPassword(trx, memberId);
  await endAllSessions(trx, memberId);
  await dropFreshPasskeys(trx, memberId);
  await recorder({ action: 'member.resetPassword', subject: `member:${memberId}`, memberId, reason });
}

/** @throws AppError NO_USER for nobody and for an erased member */
export async function lockMember(trx: Trx, id: bigint) {
  const member = await trx
    .selectFrom('member')
    .where('id', '=', id)
    .where('status', '<>', 'closed')
    .forUpdate()
    .select(['id', 'status', 'frozen_at', 'frozen_by', 'merged_into', 'payouts_stopped_at'])
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  return member;
}
