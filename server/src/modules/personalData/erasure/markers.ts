import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';

/** What free words can name a person by. */
export interface Markers {
  /** Phones and accounts: nobody else's. */
  numbers: string[];
  /** Whole names: others may have the same. */
  names: string[];
}

const NUMBER_MIN = 6;

/** The names, phones and accounts that a member has or had here. */
export async function markersOf(trx: Trx, memberId: bigint): Promise<Markers> {
  const { rows } = await sql<{ kind: 'phone' | 'account' | 'name'; text: string | null }>`
    select 'phone' as kind, phone_number as text from member where id = ${memberId}
    union select 'account', bank_account_no from member where id = ${memberId}
    union select 'name', name from member where id = ${memberId}
    union select 'name', bank_account_name from member where id = ${memberId}
    union select 'phone', phone_number from change_request where member_id = ${memberId}
    union select 'account', bank_account_no from change_request where member_id = ${memberId}
    union select 'name', bank_account_name from change_request where member_id = ${memberId}
    union select 'name', unnest(names) from identity_request where member_id = ${memberId}
    union select 'account', bank_account_no from withdrawal where member_id = ${memberId}
    union select 'name', bank_account_name from withdrawal where member_id = ${memberId}`.execute(trx);
  const numbers = rows.flatMap(({ kind, text }) => {
    if (text === null || kind === 'name') return [];
    // Members and operators write 081…, the database +6681….
    return kind === 'phone' ? [text, text.replace(/^\+(?:66|856)/, '')] : [text];
  });
  return {
    numbers: unique(numbers.filter((text) => text.length >= NUMBER_MIN)),
    names: unique(rows.flatMap(({ kind, text }) => (kind === 'name' && text?.includes(' ') ? [text] : []))),
  };
}

/** A pattern of PostgreSQL that finds any of the texts; null for none. */
export function patternOf(texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  return texts.map((text) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replace(/\s+/g, '\\s+')).join('|');
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
