import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import { ownWays, requireProof, useProof } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { markAccessChanged } from '../auth/accessChanged.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { notify } from '../notifications/notify.ts';
import { checkCode, type OtpCheck, useCode } from '../otp/verifyOtp.ts';
import { forgivePins, isLocked, refuseWhenLocked } from './checkPin.ts';
import { requireGoodPin } from './chosenPin.ts';
import { hashPin } from './pinHash.ts';

const SETTING = { action: 'security', subject: 'pin' } as const;

/** A new PIN; the code by SMS is for a locked one. */
export interface NewPin {
  pin: string;
  otpToken?: string;
  otpCode?: string;
}

/**
 * Sets or changes the member's PIN; where there was one, or a passkey, payouts then wait (decision 195). It takes the
 * context: a counted check of a code must outlive the refusal.
 * @throws AppError STEP_UP_REQUIRED, WEAK_PIN, PIN_LOCKED without a code while the PIN is locked, the codes of checkCode,
 * OTP_VERIFY_FAIL if the code was used or replaced meanwhile
 */
export async function setPin(context: AppContext, session: Session, typed: NewPin): Promise<void> {
  const { db } = context;
  const { memberId } = session;
  await requireProof(db, session, SETTING);
  const { phone_number: phoneNumber } = await db
    .selectFrom('member')
    .select('phone_number')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  requireGoodPin(typed.pin, phoneNumber);
  const { otpToken, otpCode } = typed;
  const check =
    otpToken === undefined || otpCode === undefined
      ? undefined
      : await checkedCode(context, { otpToken, otpCode }, phoneNumber);
  if (!check) await refuseWhenLocked(db, memberId);
  const hash = await hashPin(context, typed.pin);
  await db.transaction().execute(async (trx) => {
    await requireNotFrozen(trx, memberId);
    await useProof(trx, session, SETTING);
    if (check) await useCode(trx, check);
    const before = await lockedPin(trx, memberId);
    if (before && isLocked(before) && !check) throw new AppError('PIN_LOCKED');
    const ways = await ownWays(trx, memberId);
    const fresh = { pin_hash: hash, tries: 0, changed_at: sql<Date>`site.now()` };
    await trx
      .insertInto('member_pin')
      .values({ member_id: memberId, ...fresh })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(fresh))
      .execute();
    if (ways.length > 0 || check) await markAccessChanged(trx, memberId);
    await notify(trx, { memberId, kind: 'pinSet', key: `pin:${randomUUID()}` });
  });
  await forgivePins(db, memberId);
}

/** Removes the member's PIN. @throws AppError STEP_UP_REQUIRED, PIN_LOCKED, NO_DATA */
export async function removePin(trx: Trx, session: Session): Promise<void> {
  const { memberId } = session;
  await requireNotFrozen(trx, memberId);
  const before = await lockedPin(trx, memberId);
  if (before === undefined) throw new AppError('NO_DATA');
  if (isLocked(before)) throw new AppError('PIN_LOCKED');
  await useProof(trx, session, { action: 'security', subject: 'removePin' });
  await dropPin(trx, memberId);
}

/** Takes the PIN away and tells the member. @returns whether there was one */
export async function dropPin(trx: Trx, memberId: bigint): Promise<boolean> {
  const dropped = await trx
    .deleteFrom('member_pin')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .execute();
  if (dropped.length === 0) return false;
  await markAccessChanged(trx, memberId);
  await notify(trx, { memberId, kind: 'pinRemoved', key: `pin:${randomUUID()}` });
  return true;
}

function lockedPin(trx: Trx, memberId: bigint) {
  return trx
    .selectFrom('member_pin')
    .select('tries')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
}

async function checkedCode(
  { db, secrets }: AppContext,
  typed: { otpToken: string; otpCode: string },
  phoneNumber: string,
): Promise<OtpCheck> {
  const check = await checkCode(db, secrets.otp, typed, 'pin');
  // A used code is never `verified`, because verifying consumes it.
  if (check === 'verified') throw new AppError('OTP_EXPIRED');
  if (check.phoneNumber !== phoneNumber) throw new AppError('OTP_CODE_INVALID');
  return check;
}
