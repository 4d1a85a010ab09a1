import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { endOthersAtOnce } from '../auth/logOut.ts';
import { requireOwnPassword } from '../auth/ownPassword.ts';
import { notify } from '../notifications/notify.ts';
import { checkCode, useCode } from '../otp/verifyOtp.ts';

/** Since when an account is frozen, and who may end it. */
export async function showFreeze(
  db: Db,
  memberId: bigint,
): Promise<{ frozenAt: string | null; isByTeam: boolean }> {
  const member = await db
    .selectFrom('member')
    .where('id', '=', memberId)
    .select(['frozen_at', 'frozen_by'])
    .executeTakeFirstOrThrow();
  return { frozenAt: member.frozen_at?.toISOString() ?? null, isByTeam: member.frozen_by !== null };
}

/**
 * Freezes the member's own account (docs/decisions/195-coming-back-safely.md): nothing leaves it, no payout begins, and
 * no new device gets in. A frozen one stays as it is. @param endsOthers ends every other session too
 */
export async function freezeAccount(trx: Trx, session: Session, endsOthers: boolean): Promise<void> {
  const frozen = await trx
    .updateTable('member')
    .set({ frozen_at: sql`site.now()` })
    .where('id', '=', session.memberId)
    .where('frozen_at', 'is', null)
    .returning('id')
    .execute();
  if (frozen.length > 0) await notifyOfFreeze(trx, session.memberId, 'frozen');
  if (endsOthers) await endOthersAtOnce(trx, session);
}

/**
 * Ends a freeze by the member: needs the password and a code to the registered number. It takes the context, as logIn
 * takes the pool. Payouts then wait as after a new password (`access_changed_at`).
 * @throws AppError WRONG_PASSWORD, REQUEST_LIMIT_1MIN, the codes of checkCode, OTP_CODE_INVALID (a code to another number),
 * OTP_VERIFY_FAIL, FROZEN_BY_TEAM, FROZEN_NEW_PASSWORD (set after the freeze began: whoever has phone and SIM could have
 * set it, so operators end it)
 */
export async function unfreezeAccount(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  memberId: bigint,
  proof: { password: string; otpToken: string; otpCode: string },
): Promise<void> {
  const freeze = await showFreeze(db, memberId);
  if (freeze.isByTeam) throw new AppError('FROZEN_BY_TEAM');
  if (freeze.frozenAt === null) return;
  const { passwordHash } = await requireOwnPassword(db, memberId, proof.password);
  const isOld = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where(isPasswordFromBefore)
    .executeTakeFirst();
  if (isOld === undefined) throw new AppError('FROZEN_NEW_PASSWORD');
  const check = await checkCode(db, secrets.otp, proof, 'unfreeze');
  if (check === 'verified') throw new AppError('OTP_EXPIRED');
  await db.transaction().execute(async (trx) => {
    const member = await trx
      .updateTable('member')
      .set({ frozen_at: null })
      .where('id', '=', memberId)
      .where('password_hash', '=', passwordHash)
      .where('phone_number', '=', check.phoneNumber)
      .where('frozen_by', 'is', null)
      .where(isPasswordFromBefore)
      .returning('id')
      .executeTakeFirst();
    // Somebody else's code, or another number or password since.
    if (member === undefined) throw new AppError('OTP_CODE_INVALID');
    await useCode(trx, check);
    await notifyOfFreeze(trx, memberId, 'unfrozen');
  });
}

/** Whether a frozen member's password is from before the freeze; true when the freeze has ended since. */
const isPasswordFromBefore = sql<boolean>`(frozen_at is null or password_changed_at <= frozen_at)`;

/** Tells the member that their account was frozen, or no longer is, whoever did it. */
export const notifyOfFreeze = (trx: Trx, memberId: bigint, kind: 'frozen' | 'unfrozen'): Promise<void> =>
  notify(trx, { memberId, kind, key: `freeze:${randomUUID()}` });
