import type { RegisterFilter, RegisterName } from '@krapao/contract/api/operator/registers';
import { csvText, moneyCell } from '@krapao/contract/csv';
import { fileTime } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';
import type { Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { type FileColumn, headings } from '../fileColumns.ts';
import { asSeenBy } from '../members/privateData.ts';
import { conditionOf } from './filter.ts';
import { presentRows, rowsOf } from './readRegister.ts';
import { type Key, keysInOrder, SOURCES } from './registers.ts';

const PART = 5_000;
const COLUMNS: readonly FileColumn[] = [
  'time',
  'id',
  'member',
  'name',
  'telephone',
  'state',
  'way',
  'place',
  'baht',
  'takenBack',
  'ownAccount',
  'reference',
  'decidedBy',
];

/**
 * A part of a register's CSV file, newest rows first; the first part has the header. A part begins at the row that the
 * one before ended with, so that a file of a million rows costs the server the same for each of them.
 * @param role whether telephones are shown in full
 * @param after `next` of the part before
 * @throws AppError INVALID_REQUEST for no time, or a part of another register; INVALID_AMOUNT
 */
export async function registerFile(
  db: Db,
  name: RegisterName,
  filter: RegisterFilter,
  { after, language, role }: { after: string | undefined; language: Language; role: Role },
): Promise<{ content: string; next: string | null }> {
  return inSnapshot(db, async (trx) => {
    const { key } = SOURCES[name];
    const [micros = '0', last = ''] = after?.split('|') ?? [];
    if (after !== undefined && last.includes('-') !== (key === 'uuid'))
      throw new AppError('INVALID_REQUEST', 'the part of another register');
    const isAfter =
      after === undefined
        ? sql`true`
        : sql`(r.at, r.key) < ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond',
            ${last}::${sql.raw(key)})`;
    const wanted = sql<boolean>`${await conditionOf(trx, name, filter, role)} and ${isAfter}`;
    const { rows: keys } = await sql<Key & { micros: string }>`
      select k.source, k.key::text as key, (extract(epoch from k.at) * 1000000)::bigint::text as micros
      from (${keysInOrder(name, wanted, { count: PART })}) k order by k.at desc, k.key desc`.execute(trx);
    const shown = asSeenBy(role, await presentRows(trx, name, await rowsOf(trx, name, keys)));
    const lines = shown.map((row) => [
      fileTime(row.at),
      row.id,
      row.member?.id ?? '',
      row.member?.name ?? '',
      row.member?.phoneNumber ?? '',
      row.state,
      row.way,
      row.place,
      moneyCell(row.amount),
      moneyCell(row.takenBack),
      row.account ?? '',
      row.reference ?? '',
      row.operatorName ?? '',
    ]);
    const text = csvText(headings(language, COLUMNS), lines);
    const end = keys.length === PART ? keys.at(-1) : undefined;
    return {
      content: after === undefined ? text : text.slice(text.indexOf('\n') + 1),
      next: end === undefined ? null : `${end.micros}|${end.key}`,
    };
  });
}
