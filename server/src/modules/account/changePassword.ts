import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import type { Db } from '../../database/connect.ts';
import { requireGoodPassword } from '../auth/chosenPassword.ts';
import { endOtherSessions } from '../auth/logOut.ts';
import { requireOwnPassword } from '../auth/ownPassword.ts';
import { hashPassword } from '../auth/password.ts';
import { dropFreshPasskeys } from '../security/keepPasskeys.ts';
import { notifyOfPassword } from './notifyOfPassword.ts';

/**
 * Changes the password, ends the member's other sessions and removes the newest passkeys (PRO-02). It takes the pool, as requireOwnPassword does.
 * @throws AppError WRONG_PASSWORD, WEAK_PASSWORD, REQUEST_LIMIT_1MIN after repeated failures
 */
export async function changePassword(
  db: Db,
  session: Session,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  const old = await requireOwnPassword(db, session.memberId, passwords.oldPassword);
  requireGoodPassword(passwords.newPassword, old.phoneNumber);
  const newHash = await hashPassword(passwords.newPassword);
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('member')
      .set({ password_hash: newHash })
      .where('id', '=', session.memberId)
      // Another change in the meantime made the old password wrong.
      .where('password_hash', '=', old.passwordHash)
      .returning('id')
      .execute();
    if (changed.length === 0) throw new AppError('WRONG_PASSWORD');
    await dropFreshPasskeys(trx, session.memberId);
    await notifyOfPassword(trx, session.memberId);
    await endOtherSessions(trx, session);
  });
}
