import { isMemberName, normalizeMemberName } from '@krapao/contract/memberName';
import { AppError } from '../../appError.ts';

/** Normalises a profile name (NFC, single spaces). @throws AppError INVALID_USER_INFO if it is not a name */
export function readMemberName(typed: string): string {
  if (!isMemberName(typed)) throw new AppError('INVALID_USER_INFO', 'Profile name.');
  return normalizeMemberName(typed);
}
