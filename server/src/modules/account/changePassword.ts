import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import type { Db } from '../../database/connect.ts';
import { requireGoodPassword } from '../auth/chosenPassword.ts';
import { countFailure, forgiveFailures, type LockRule } from '../auth/failureLock.ts';
import { endOtherSessions } from '../auth/logOut.ts';
import { hashPassword, isPassword } from '../auth/password.ts';
import { notifyOfPassword } from './notifyOfPassword.ts';

/** Counts only attempts with a session of the member. */
export const PASSWORD_CHANGE_LOCK: LockRule = {
  name: 'changepwd',
  free: 5,
  longestMinutes: 15,
  forgetMinutes: 240,
};

/**
 * Changes the password and ends the member's other sessions (PRO-02). It takes the pool, as logIn does: a counted
 * failure must outlive the refusal, and no connection waits for the slow hashing.
 * @throws AppError WRONG_PASSWORD, WEAK_PASSWORD, REQUEST_LIMIT_1MIN after repeated failures
 */
export async function changePassword(
  db: Db,
  session: Session,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  const subject = session.memberId.toString();
  await countFailure(db, PASSWORD_CHANGE_LOCK, subject);
  const member = await db
    .selectFrom('member')
    .select(['password_hash', 'phone_number'])
    .where('id', '=', session.memberId)
    .executeTakeFirst();
  if (member === undefined || !(await isPassword(member.password_hash, passwords.oldPassword))) {
    throw new AppError('WRONG_PASSWORD');
  }
  await forgiveFailures(db, PASSWORD_CHANGE_LOCK, subject);
  requireGoodPassword(passwords.newPassword, member.phone_number);
  const newHash = await hashPassword(passwords.newPassword);
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('member')
      .set({ password_hash: newHash })
      .where('id', '=', session.memberId)
      // Another change in the meantime made the old password wrong.
      .where('password_hash', '=', member.password_hash)
      .returning('id')
      .execute();
    if (changed.length === 0) throw new AppError('WRONG_PASSWORD');
    await endOtherSessions(trx, session);
    await notifyOfPassword(trx, session.memberId);
  });
}
