import type {
  RegisterFilter,
  RegisterName,
  RegisterState,
  RegisterWay,
} from '@krapao/contract/api/operator/registers';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { detailsOf } from './details.ts';
import { conditionOf, isOfDays } from './filter.ts';
import { keysInOrder, rowsOfRegister, SOURCES, wayOf } from './registers.ts';

/** A row as the register's relation holds it. */
export interface StoredRow {
  source: string;
  key: string;
  at: Date;
  cause: string;
  member_id: bigint | null;
  state: string;
  way: string;
  place: string;
  amount: bigint | null;
  taken: bigint;
}

interface Asked extends RegisterFilter {
  page: number;
  limit: number;
  total?: number;
}

/**
 * A page of a register, newest first, and what all its rows come to by state and way; baht, of one moment. Sums read every
 * row that fits: whoever knows the total from a page before gets none.
 * @throws AppError INVALID_REQUEST for no time, INVALID_AMOUNT
 */
export async function readRegister(
  db: Db,
  name: RegisterName,
  { page, limit, total: known, ...filter }: Asked,
) {
  return inSnapshot(db, async (trx) => {
    const wanted = await conditionOf(trx, name, filter);
    const sums = known === undefined ? await sumsOf(trx, name, wanted, isOfDays(filter)) : [];
    const total = known ?? sums.reduce((all, { count }) => all + count, 0);
    const keys = await keysOf(trx, name, wanted, { skip: (page - 1) * limit, limit, total });
    return { total, rows: await presentRows(trx, name, await rowsOf(trx, name, keys)), sums };
  });
}

/** @param isByDay the condition fits all rows of a day, state, way and place, or none */
async function sumsOf(trx: Trx, name: RegisterName, wanted: RawBuilder<boolean>, isByDay: boolean) {
  const { selects, days } = SOURCES[name];
  // Each select by itself: of their union the planner does not know how few groups it has, and sorts all rows.
  const each = selects.map((select, nth) => {
    const counted = nth === 0 && isByDay ? days : undefined;
    return sql`
      select r.state, r.way, ${counted === undefined ? sql`count(*)` : sql`sum(r.count)::bigint`} as count,
        coalesce(sum(r.amount), 0)::bigint as amount, sum(r.taken)::bigint as taken
      from (${counted ?? select}) r where ${wanted} group by r.state, r.way`;
  });
  const { rows } = await sql<{ state: string; way: string; count: bigint; amount: bigint; taken: bigint }>`
    ${sql.join(each, sql` union all `)}`.execute(trx);
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

export interface Key {
  source: string;
  key: string;
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
  const type = sql.raw(SOURCES[name].key);
  const each = [...Map.groupBy(keys, ({ source }) => source)].map(
    ([source, of]) =>
      sql`(r.source = ${sql.lit(source)} and r.key = any(${of.map(({ key }) => key)}::${type}[]))`,
  );
  const { rows } = await sql<StoredRow>`
    select r.source, r.key::text as key, r.at, r.cause, r.member_id, r.state, r.way, r.place, r.amount, r.taken
    from ${rowsOfRegister(name)} r where ${sql.join(each, sql` or `)}`.execute(trx);
  const byKey = new Map(rows.map((row) => [`${row.source} ${row.key}`, row]));
  return keys.flatMap(({ source, key }) => byKey.get(`${source} ${key}`) ?? []);
}

const UNKNOWN = { member: null, operatorName: null, reference: null, row: null };

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
