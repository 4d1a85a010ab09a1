import { plainDigits } from '@krapao/contract/digits';
import { isAllowed, MEMBER_PRIVATE, type Role } from '@krapao/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import { storedNumbersOf } from '../../modules/auth/readPhoneNumber.ts';

const DIGITS_MIN = 6;

/**
 * The condition that a row of `member` has the telephone that a text names: by its last digits, or, for a role that sees
 * telephones masked, by the whole number alone. Parts would tell such a role digit by digit what it does not see.
 */
export function hasTelephone(text: string, role: Role): RawBuilder<boolean> {
  if (!isAllowed(role, MEMBER_PRIVATE))
    return sql<boolean>`(phone_number = any(${storedNumbersOf(text)}::text[]))`;
  const digits = plainDigits(text).replace(/[\s-]/g, '');
  // Typed with or without country code, the last digits are the same.
  const tail = digits.replace(/^\+/, '').replace(/^(?:66|856|0)/, '');
  return /^\+?[0-9]{1,18}$/.test(digits) && tail.length >= DIGITS_MIN
    ? sql<boolean>`(phone_number like ${`%${tail}`})`
    : sql<boolean>`false`;
}
