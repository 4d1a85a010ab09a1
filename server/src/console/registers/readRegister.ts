import type {
  RegisterFilter,
  RegisterName,
  RegisterState,
  RegisterWay,
} from '@krapao/contract/api/operator/registers';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Role } from '@krapao/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { bookedFigures } from './bookedFigures.ts';
import { detailsOf } from './details.ts';
import { conditionOf, isOfDays } from './filter.ts';
import { itemsOf } from './items.ts';
import {
  type Key,
  keysInOrder,
  rowsWithKeys,
  type StoredRow,
  sumsByStateAndWay,
  wayOf,
} from './registers.ts';

interface Asked extends RegisterFilter {
  page: number;
  limit: number;
  total?: number;
}

/**
 * A page of a register, newest first, what all its rows come to by state and way, and what was booked in its days; baht, of
 * one moment. Sums read every row that fits: whoever knows the total from a page before gets none.
 * @param role who reads: whose items the rows lead to, and whether part of a telephone names a member
 * @throws AppError INVALID_REQUEST for no time, INVALID_AMOUNT
 */
export async function readRegister(
  db: Db,
  name: RegisterName,
  { page, limit, total: known, ...filter }: Asked,
  role: Role,
) {
  return inSnapshot(db, async (trx) => {
    const wanted = await conditionOf(trx, name, filter, role);
    const sums = known === undefined ? await sumsOf(trx, name, wanted, isOfDays(filter)) : [];
    const total = known ?? sums.reduce((all, { count }) => all + count, 0);
    const keys = await keysOf(trx, name, wanted, { skip: (page - 1) * limit, limit, total });
    const stored = await rowsOf(trx, name, keys);
    const items = await itemsOf(trx, role, stored);
    const rows = await presentRows(trx, name, stored);
    return {
      total,
      rows: rows.map((row, nth) => ({ ...row, item: items[nth] ?? null })),
      sums,
      figures: known === undefined ? await bookedFigures(trx, name, filter, role) : [],
    };
  });
}

async function sumsOf(trx: Trx, name: RegisterName, wanted: RawBuilder<boolean>, isByDay: boolean) {
  const { rows } = await sumsByStateAndWay(name, wanted, isByDay).execute(trx);
  // A day of which all rows have got another state is still there, as nothing.
  const joined = Map.groupBy(
    rows.filter(({ count }) => count !== 0n),
    ({ state, way }) => `${state} ${wayOf(name, way)}`,
  );
  return [...joined]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([words, same]) => {
      const [state = '', way = ''] = words.split(' ');
      const sum = (of: 'count' | 'amount' | 'taken') => same.reduce((all, row) => all + row[of], 0n);
      return {
        state: state as RegisterState,
        way: way as RegisterWay,
        count: Number(sum('count')),
        amount: bahtFromSatang(sum('amount')),
        takenBack: bahtFromSatang(sum('taken')),
      };
    });
}

/** The page's keys alone, from whichever end is nearer: the indexes hold them, and no other row is read. */
async function keysOf(
  trx: Trx,
  name: RegisterName,
  wanted: RawBuilder<boolean>,
  { skip, limit, total }: { skip: number; limit: number; total: number },
): Promise<Key[]> {
  const count = Math.min(limit, total - skip);
  if (count <= 0) return [];
  const isNearEnd = skip > total / 2;
  const part = { skip: isNearEnd ? total - skip - count : skip, count, isOldestFirst: isNearEnd };
  const { rows } = await sql<Key>`
    select k.source, k.key::text as key from (${keysInOrder(name, wanted, part)}) k
    order by k.at desc, k.key desc`.execute(trx);
  return rows;
}

/** Rows by their keys, in the order of the keys. */
export async function rowsOf(trx: Db | Trx, name: RegisterName, keys: readonly Key[]): Promise<StoredRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await rowsWithKeys(name, keys).execute(trx);
  const byKey = new Map(rows.map((row) => [`${row.source} ${row.key}`, row]));
  return keys.flatMap(({ source, key }) => byKey.get(`${source} ${key}`) ?? []);
}

const UNKNOWN = { member: null, operatorName: null, account: null, reference: null, row: null };

/** Rows as operators read them, with whose they are, who decided them and how the bank calls them. */
export async function presentRows(trx: Db | Trx, name: RegisterName, rows: readonly StoredRow[]) {
  const details = await detailsOf(trx, name, rows);
  return rows.map((row, nth) => ({
    id: `${row.source}-${row.key}`,
    at: row.at.toISOString(),
    ...(details[nth] ?? UNKNOWN),
    state: row.state as RegisterState,
    way: wayOf(name, row.way) as RegisterWay,
    place: row.place,
    amount: row.amount === null ? null : bahtFromSatang(row.amount),
    takenBack: bahtFromSatang(row.taken),
  }));
}
