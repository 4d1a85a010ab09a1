import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { isTrustedDevice, rememberAndTell } from './memberDevice.ts';
import { openSession, type SessionOrigin } from './openSession.ts';

/** How and where a session is opened. */
export interface Admission {
  timeouts: SettingValue<'session'>;
  origin: Omit<SessionOrigin, 'device'>;
  caller: CallerWithDevice;
  remember: boolean;
}

/**
 * Opens a session for a member who has proved who they are, whichever way, and remembers the device as known.
 * @param passwordHash the hash that was checked, of a log-in by password
 * @returns the session's token
 * @throws AppError LOGIN_FAIL (the password changed during the log-in), INACTIVE_USER, INVALID_USER_3 (self-excluded),
 * FROZEN_NEW_DEVICE
 */
export async function admitMember(
  trx: Trx,
  member: { id: bigint; passwordHash?: string },
  { timeouts, origin, caller, remember }: Admission,
): Promise<string> {
  // The lock prevents a password change from ending the sessions between the check and the new session.
  const current = await trx
    .selectFrom('member')
    .select([
      'password_hash',
      'status',
      'frozen_at',
      sql<boolean>`coalesce(excluded_until > now(), false)`.as('is_excluded'),
    ])
    .where('id', '=', member.id)
    .forShare()
    .executeTakeFirst();
  if (current === undefined || (member.passwordHash ?? current.password_hash) !== current.password_hash)
    throw new AppError('LOGIN_FAIL');
  if (current.status !== 'active') throw new AppError('INACTIVE_USER');
  if (current.is_excluded) throw new AppError('INVALID_USER_3');
  if (current.frozen_at !== null && !(await isTrustedDevice(trx, member.id, caller.device)))
    throw new AppError('FROZEN_NEW_DEVICE');
  await rememberAndTell(trx, member.id, caller, origin.userAgent);
  return openSession(trx, member.id, timeouts, remember, { ...origin, device: caller.device });
}
