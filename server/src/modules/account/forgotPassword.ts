import { AppError } from '../../appError.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { requireGoodPassword } from '../auth/chosenPassword.ts';
import { countFailure, forgiveFailures, type LockRule, refuseWhileLocked } from '../auth/failureLock.ts';
import { endAllSessions } from '../auth/logOut.ts';
import { rememberAndTell } from '../auth/memberDevice.ts';
import { OWN_PASSWORD_LOCK } from '../auth/ownPassword.ts';
import { hashPassword } from '../auth/password.ts';
import { forgiveGuesses, MEMBER_GUESSES } from '../auth/passwordGuess.ts';
import { readPhoneNumber } from '../auth/readPhoneNumber.ts';
import { forgetTries } from '../auth/triesInARow.ts';
import { checkCode, type OtpCheck, useCode } from '../otp/verifyOtp.ts';
import { dropFreshPasskeys } from '../security/keepPasskeys.ts';
import { notifyOfPassword } from './notifyOfPassword.ts';

/** Counted separately from password guesses, so that those do not block password resets for a whole network. */
const CODE_LOCK: LockRule = { name: 'code:address', free: 30, longestMinutes: 60, forgetMinutes: 1 };

export interface ForgottenPassword {
  username: string;
  otpToken: string;
  otpCode: string;
  newPassword: string;
}

/**
 * Replaces a forgotten password, with a code sent to the number, ends every session and removes the newest passkeys. Only a person who read the
 * code learns whether the number is registered (docs/decisions/102-codes-and-numbers.md). It takes the context, as
 * logIn takes the pool: a counted failure must survive the rollback of the refusal.
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, WEAK_PASSWORD, REQUEST_LIMIT_1MIN, the codes of checkCode,
 * OTP_VERIFY_FAIL if the code was used or replaced meanwhile, NO_USER, INACTIVE_USER
 */
export async function forgotPassword(
  { config, db, secrets }: AppContext,
  typed: ForgottenPassword,
  caller: CallerWithDevice,
  userAgent: string | undefined,
): Promise<void> {
  const { phoneNumber } = readPhoneNumber(typed.username, config.variant);
  // Before the code is checked, so that the code stays valid for a stronger password.
  requireGoodPassword(typed.newPassword, phoneNumber);
  await refuseWhileLocked(db, CODE_LOCK, caller.address);
  let check: OtpCheck;
  try {
    check = await checkedCode(db, secrets.otp, typed, phoneNumber);
  } catch (error) {
    if (error instanceof AppError) await countFailure(db, CODE_LOCK, caller.address);
    throw error;
  }
  const member = await db
    .selectFrom('member')
    .select(['id', 'status'])
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  if (member.status !== 'active') throw new AppError('INACTIVE_USER');

  const passwordHash = await hashPassword(typed.newPassword);
  await db.transaction().execute(async (trx) => {
    // The member's row first: its lock serialises two uses of one code, and log-ins in between.
    const { frozen_at: frozenAt } = await trx
      .updateTable('member')
      .set({ password_hash: passwordHash })
      .where('id', '=', member.id)
      .returning('frozen_at')
      .executeTakeFirstOrThrow();
    await useCode(trx, check);
    // The code identified the owner, so strangers' guesses no longer delay them, even on a new device.
    // A frozen account takes no new device: whoever has the phone's SIM alone stays outside.
    if (frozenAt === null) await rememberAndTell(trx, member.id, caller, { userAgent, tellsEach: false });
    await dropFreshPasskeys(trx, member.id);
    await notifyOfPassword(trx, member.id);
    await endAllSessions(trx, member.id);
  });
  await forgiveGuesses(db, MEMBER_GUESSES, phoneNumber, caller);
  await forgetTries(db, phoneNumber);
  await forgiveFailures(db, OWN_PASSWORD_LOCK, member.id.toString());
}

async function checkedCode(
  db: AppContext['db'],
  key: Buffer,
  typed: ForgottenPassword,
  phoneNumber: string,
): Promise<OtpCheck> {
  const check = await checkCode(db, key, typed, 'password');
  // A used code is never `verified`, because verifying consumes it.
  if (check === 'verified') throw new AppError('OTP_EXPIRED');
  if (check.phoneNumber !== phoneNumber) throw new AppError('OTP_CODE_INVALID');
  return check;
}
