import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { isExcluded } from '../protection/pauseRow.ts';
import { endAndTell } from './logOut.ts';
import { isTrustedDevice, lastLogin, rememberAndTell } from './memberDevice.ts';
import { openSession, type SessionOrigin } from './openSession.ts';

/** How and where a session is opened. */
export interface Admission {
  timeouts: SettingValue<'session'>;
  pack: SettingValue<'protection'>;
  origin: Omit<SessionOrigin, 'device'>;
  caller: CallerWithDevice;
  remember: boolean;
  /** An excluded member is let in to withdraw and read (protection.md 12); otherwise refused. */
  takesLimited: boolean;
}

/** The session's token; of an excluded member one that only calls take which are open to them. */
export interface Admitted {
  token: string;
  access?: 'limited';
}

/** What a log-in answers, and whom it let in. */
export interface LogIn {
  memberId: bigint;
  admitted: Admitted;
}

/**
 * Opens a session for a member who has proved who they are, whichever way, and remembers the device as known.
 * @param passwordHash the hash that was checked, of a log-in by password
 * @throws AppError LOGIN_FAIL (the password changed during the log-in), INACTIVE_USER, MEMBER_MERGED, INVALID_USER_3 (excluded, and the
 * client does not take limited access), FROZEN_NEW_DEVICE
 */
export async function admitMember(
  trx: Trx,
  member: { id: bigint; passwordHash?: string },
  { pack, timeouts, origin, caller, remember, takesLimited }: Admission,
): Promise<Admitted> {
  // The lock prevents a password change from ending the sessions between the check and the new session.
  const current = await trx
    .selectFrom('member')
    .select(['password_hash', 'status', 'frozen_at', 'merged_into'])
    .where('id', '=', member.id)
    // Where a member has one session, two log-ins take turns.
    .modifyEnd(pack.oneSession.isOn ? sql`for update` : sql`for share`)
    .executeTakeFirst();
  if (current === undefined || (member.passwordHash ?? current.password_hash) !== current.password_hash)
    throw new AppError('LOGIN_FAIL');
  if (current.merged_into !== null) throw new AppError('MEMBER_MERGED');
  if (current.status !== 'active') throw new AppError('INACTIVE_USER');
  const isLimited = await isExcluded(trx, member.id);
  if (isLimited && !takesLimited) throw new AppError('INVALID_USER_3');
  if (current.frozen_at !== null && !(await isTrustedDevice(trx, member.id, caller.device)))
    throw new AppError('FROZEN_NEW_DEVICE');
  const previousLogin = await lastLogin(trx, member.id);
  await rememberAndTell(trx, member.id, caller, {
    userAgent: origin.userAgent,
    tellsEach: pack.loginNotice.isOn,
  });
  if (pack.oneSession.isOn) await endAndTell(trx, member.id, sql`true`);
  const token = await openSession(trx, member.id, {
    timeouts,
    pack,
    remember,
    origin: { ...origin, device: caller.device },
    isLimited,
    previousLogin,
  });
  return { token, ...(isLimited && { access: 'limited' }) };
}
