import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { endAllSessions } from '../../modules/auth/logOut.ts';
import { dropPin } from '../../modules/security/changePin.ts';
import { dropPasskeys } from '../../modules/security/keepPasskeys.ts';
import type { Recorder } from '../act.ts';
import { lockMember } from './restrictMember.ts';

/**
 * Removes the PIN and all passkeys of a member who lost the phone or forgot the PIN, and ends the sessions: whoever holds
 * one must know the password again. The member is told. @throws AppError NO_USER, NO_DATA without PIN and passkeys
 */
export async function resetSecurity(
  trx: Trx,
  recorder: Recorder,
  { memberId, reason }: { memberId: bigint; reason: string },
): Promise<void> {
  await lockMember(trx, memberId);
  const hadPin = await dropPin(trx, memberId);
  const passkeys = await dropPasskeys(trx, memberId);
  if (!hadPin && passkeys === 0) throw new AppError('NO_DATA');
  await endAllSessions(trx, memberId);
  await recorder({
    action: 'member.resetSecurity',
    subject: `member:${memberId}`,
    memberId,
    before: { pin: hadPin, passkeys },
    reason,
  });
}
