import { isGuessable } from '@krapao/contract/pinRule';
import { AppError } from '../../appError.ts';
import { usernameOf } from '../auth/readPhoneNumber.ts';

/**
 * Checks a member's new PIN by the rule that the app checks too.
 * @param phoneNumber as stored, E.164
 * @throws AppError WEAK_PIN
 */
export function requireGoodPin(pin: string, phoneNumber: string): void {
  if (isGuessable(pin, usernameOf(phoneNumber))) throw new AppError('WEAK_PIN');
}
