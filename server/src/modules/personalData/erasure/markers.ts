import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';

/** What free words can name a person by. */
export interface Markers {
  /** Phones and accounts that they gave or had, theirs or not: for their own rows alone. */
  numbers: string[];
  /** Of these, what was proved to be theirs: by a code, by money that moved, by operators. */
  proved: string[];
  /** Whole names; others may have the same, and anybody chooses their own. */
  names: string[];
}

const NUMBER_MIN = 6;

/**
 * The names, phones and accounts that members, who are one person, have or had here.
 * @param needsOtp whether a registration proves its phone
 */
export async function markersOf(trx: Trx, memberIds: readonly bigint[], needsOtp: boolean): Promise<Markers> {
  const ids = sql`(${sql.join([...memberIds])})`;
  const { rows } = await sql<{ isName: boolean; text: string | null; isProved: boolean }>`
    with theirs as (select * from member where id in ${ids}),
      asked as (select *, state = 'APPROVED' as is_made from change_request where member_id in ${ids}),
      -- Two operators decided about both sides of a change.
      changed as (select unnest(array[before, after]) as details from audit_entry
        where member_id in ${ids} and action = 'member.change')
    select false as "isName", phone_number as text, ${needsOtp} or exists (select from otp
        where otp.phone_number = theirs.phone_number and verified_at is not null) as "isProved" from theirs
    union select false, bank_account_no, false from theirs
    union select true, name, false from theirs
    union select true, bank_account_name, false from theirs
    union select false, phone_number, is_made from asked
    union select false, bank_account_no, is_made from asked
    union select true, bank_account_name, false from asked
    union select true, unnest(names), false from identity_request where member_id in ${ids}
    union select false, bank_account_no, state = 'PAID' from withdrawal where member_id in ${ids}
    union select true, bank_account_name, false from withdrawal where member_id in ${ids}
    union select false, sender ->> 'account', true from incoming_transfer
      where member_id in ${ids} and status = 'CREDITED' and sender ->> 'account' in (select bank_account_no from theirs)
    union select false, details ->> 'phoneNumber', true from changed
    union select false, details ->> 'bankAccountNo', true from changed
    union select true, details ->> 'name', false from changed
    union select true, details ->> 'bankAccountName', false from changed`.execute(trx);
  const numbers = rows.filter(({ isName, text }) => !isName && text !== null && text.length >= NUMBER_MIN);
  return {
    numbers: unique(numbers),
    proved: unique(numbers.filter(({ isProved }) => isProved)),
    names: unique(rows.filter(({ isName, text }) => isName && text?.includes(' '))),
  };
}

/**
 * A pattern of PostgreSQL that finds whole numbers; null for none. Members and operators write 081…, the database
 * +6681…. A number that JSON holds as a number is an amount or an id.
 */
export function numberPattern(numbers: readonly string[]): string | null {
  if (numbers.length === 0) return null;
  const bare = numbers.map((number) =>
    number.startsWith('+')
      ? `(?:\\+?(?:66|856)|0)?${escaped(number.replace(/^\+(?:66|856)/, ''))}`
      : escaped(number),
  );
  return `(?<![0-9+])(?<!": )(?:${bare.join('|')})(?![0-9])`;
}

/** A pattern of PostgreSQL that finds whole numbers and whole names; null for none. */
export function anyPattern({ numbers, names }: Pick<Markers, 'numbers' | 'names'>): string | null {
  const ofNames = names.map((name) => escaped(name).replace(/\s+/g, '\\s+'));
  const parts = [numberPattern(numbers), ofNames.length > 0 && `(?<!\\w)(?:${ofNames.join('|')})(?!\\w)`];
  return parts.filter(Boolean).join('|') || null;
}

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

const unique = (rows: readonly { text: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ text }) => (text === null ? [] : [text]))),
];
