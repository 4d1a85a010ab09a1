import { e164PhoneNumber, nationalPhoneNumber } from '@krapao/contract/phoneNumber';
import type { Variant } from '@krapao/contract/variant';
import { AppError } from '../../appError.ts';

/**
 * Parses a mobile number in any spelling: national form as members type it, and E.164 as it is stored.
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT
 */
export function readPhoneNumber(typed: string, variant: Variant): { national: string; phoneNumber: string } {
  const national = nationalPhoneNumber(typed, variant);
  if (national === null) throw new AppError('PHONE_NUMBER_REQUIRE_10_DIGIT');
  return { national, phoneNumber: e164PhoneNumber(national, variant) };
}

/** A whole mobile number as it is stored, of either country and in any spelling; nothing for any other text. */
export function storedNumbersOf(typed: string): string[] {
  return (['thailand', 'laos'] as const).flatMap((variant) => {
    const national = nationalPhoneNumber(typed, variant);
    return national === null ? [] : [e164PhoneNumber(national, variant)];
  });
}

/** The national form of a stored number: `+66812345678` is `0812345678`. */
export function usernameOf(phoneNumber: string): string {
  return phoneNumber.replace(/^\+(?:66|856)/, '0');
}
