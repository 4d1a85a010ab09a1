import { isMemberName, normalizeMemberName } from '@krapao/contract/memberName';
import { AppError } from '../../appError.ts';

/** A profile name in one form (NFC, single spaces). @throws AppError INVALID_USER_INFO for what is no name */
export function readMemberName(typed: string): string {
  if (!isMemberName(typed)) throw new AppError('INVALID_USER_INFO', 'Profile name.');
  return normalizeMemberName(typed);
}
