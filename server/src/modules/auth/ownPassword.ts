import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { countFailure, forgiveFailures, type LockRule } from './failureLock.ts';
import { isPassword } from './password.ts';

/** Counts only attempts with a session of the member. */
export const OWN_PASSWORD_LOCK: LockRule = {
  name: 'changepwd',
  free: 5,
  longestMinutes: 15,
  forgetMinutes: 240,
};

/**
 * Checks the password that a logged-in member types again. It takes the pool, as logIn does: a counted failure must
 * outlive the refusal, and no connection waits for the slow hashing.
 * @throws AppError WRONG_PASSWORD, REQUEST_LIMIT_1MIN after repeated failures
 */
export async function requireOwnPassword(
  db: Db,
  memberId: bigint,
  password: string,
): Promise<{ passwordHash: string; phoneNumber: string }> {
  const subject = memberId.toString();
  await countFailure(db, OWN_PASSWORD_LOCK, subject);
  const member = await db
    .selectFrom('member')
    .select(['password_hash', 'phone_number'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (member === undefined || !(await isPassword(member.password_hash, password)))
    throw new AppError('WRONG_PASSWORD');
  await forgiveFailures(db, OWN_PASSWORD_LOCK, subject);
  return { passwordHash: member.password_hash, phoneNumber: member.phone_number };
}
