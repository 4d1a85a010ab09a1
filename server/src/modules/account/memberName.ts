import { AppError } from '../../appError.ts';

/** Letters of any script with their marks, digits, and what stands between words of a name. */
const NAME = /^[\p{L}\p{M}\p{N}]+(?:[ .'’_-]+[\p{L}\p{M}\p{N}]+)*\.?$/u;

/** A profile name in one form (NFC, single spaces). @throws AppError INVALID_USER_INFO for what is no name */
export function readMemberName(typed: string): string {
  const name = typed.normalize('NFC').trim().replace(/\s+/g, ' ');
  if (!NAME.test(name) || !/\p{L}/u.test(name)) throw new AppError('INVALID_USER_INFO', 'Profile name.');
  return name;
}
