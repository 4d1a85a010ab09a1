import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { type RawBuilder, sql } from 'kysely';

/** How a register is read. */
interface Register {
  /**
   * Selects of its rows: `at`, `key` (orders rows of one moment), `source`, `cause` (as the audit log and the
   * statement name it), `member_id`, `state`, `way`, `place`, `amount` (satang; null while unknown), `taken` (satang),
   * `account` (our own one that the money went through; null where none is known). Simple ones, so that the planner
   * brings every condition down to their indexes.
   */
  selects: readonly RawBuilder<unknown>[];
  /** What the rows of the first select come to by day of Bangkok, with `count` in place of what tells rows apart. */
  days?: RawBuilder<unknown>;
  /** The type of `key`. */
  key: 'bigint' | 'uuid';
  /** What `way` holds for each way of the contract, where it is called otherwise. */
  ways: Readonly<Record<string, readonly string[]>>;
}

/** The own account that the transfer of an entry `e` arrived in. A transfer that is seen and not yet credited has no cause. */
const ARRIVED_IN = sql`coalesce(
  (select t.deposit_account_id from incoming_transfer t where t.cause = e.cause),
  (select t.deposit_account_id from incoming_transfer t
    where t.id = case when e.cause ~ '^seen:[0-9]{1,18}$' then split_part(e.cause, ':', 2)::bigint end))`;

/** The registers (docs/decisions/263-registers.md). */
export const SOURCES: Record<RegisterName, Register> = {
  // A slip has a row of the statement once its money is credited; money that nobody is known for has none.
  deposits: {
    selects: [
      sql`
      select e.created_at as at, e.id as key, 'entry' as source, e.cause, e.member_id, e.status as state,
        split_part(e.cause, ':', 1) as way, e.from_label as place, e.amount, 0::bigint as taken,
        ${ARRIVED_IN} as account
      from statement_entry e where e.statement_type = 'deposit' and e.from_label <> 'ADJUSTMENT'`,
      sql`
      select s.uploaded_at as at, s.id as key, 'slip' as source, 'slip:' || s.id as cause, s.member_id,
        s.status as state, 'slip' as way, '' as place, s.amount, 0::bigint as taken,
        (select t.deposit_account_id from incoming_transfer t where t.id = s.incoming_transfer_id) as account
      from slip s where s.status <> 'SUCCESS' and s.repeat_of is null`,
      sql`
      select t.created_at as at, t.id as key, 'incoming' as source, 'incoming:' || t.id as cause, t.member_id,
        'PENDING' as state, 'incoming' as way, '' as place, case t.currency when 'THB' then t.amount end as amount,
        0::bigint as taken, t.deposit_account_id as account
      from incoming_transfer t
      where t.status = 'QUEUED' and not exists (select from statement_entry e where e.cause = 'seen:' || t.id)`,
    ],
    days: sql`
      select d.day::timestamp at time zone 'Asia/Bangkok' as at, d.state, d.way, d.place, d.count, d.amount, 0 as taken
      from (
        select day, state, way, place, count, amount from deposit_day
        union all select day, state, way, place, count, amount from deposit_change
      ) d`,
    key: 'bigint',
    ways: { claim: ['manual'], incoming: ['incoming', 'seen'] },
  },
  withdrawals: {
    selects: [
      sql`
      select w.created_at as at, w.id as key, 'withdrawal' as source, 'withdrawal:' || w.id as cause, w.member_id,
        w.state, case when w.payout_batch_id is not null then 'file'
          when w.decided_by is not null or w.state in ('MANUAL', 'STUCK') then 'operator' else 'machine' end as way,
        w.bank_code as place, w.amount, 0::bigint as taken, w.cash_account_id as account
      from withdrawal w`,
    ],
    key: 'uuid',
    ways: {},
  },
  // By operation: a transfer from game to game can succeed by half.
  transfers: {
    selects: [
      sql`
      select l.created_at as at, l.id as key, 'leg' as source, 'transferLeg:' || l.id as cause, l.member_id, l.state,
        l.direction as way, l.provider as place, l.amount, 0::bigint as taken, null::bigint as account
      from transfer_leg l`,
    ],
    key: 'uuid',
    ways: {},
  },
  bonuses: {
    selects: [
      sql`
      select b.created_at as at, b.id as key, 'bonus' as source, 'bonus:' || b.id as cause, b.member_id, b.state,
        b.source as way, coalesce(b.code, '') as place, b.bonus as amount, b.removed as taken,
        null::bigint as account
      from member_bonus b`,
      sql`
      select e.created_at as at, e.id as key, 'entry' as source, e.cause, e.member_id, 'PAID' as state,
        split_part(e.cause, ':', 1) as way, '' as place, e.amount, 0::bigint as taken, null::bigint as account
      from statement_entry e where e.statement_type = 'bonus' and e.cause not like 'bonus:%'`,
    ],
    key: 'bigint',
    ways: { wheel: ['spin'] },
  },
};

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
  account: bigint | null;
}

export interface Key {
  source: string;
  key: string;
}

/** Rows by their keys, in no order. */
export function rowsWithKeys(name: RegisterName, keys: readonly Key[]): RawBuilder<StoredRow> {
  const { selects, key: type } = SOURCES[name];
  const each = [...Map.groupBy(keys, ({ source }) => source)].map(
    ([source, of]) =>
      sql`(r.source = ${sql.lit(source)} and r.key = any(${of.map(({ key }) => key)}::${sql.raw(type)}[]))`,
  );
  return sql<StoredRow>`
    select r.source, r.key::text as key, r.at, r.cause, r.member_id, r.state, r.way, r.place, r.amount, r.taken,
      r.account
    from (${sql.join(selects, sql` union all `)}) r where ${sql.join(each, sql` or `)}`;
}

interface Sum {
  state: string;
  way: string;
  count: bigint;
  amount: bigint;
  taken: bigint;
}

/**
 * What the rows that fit come to, of each select by itself: of their union the planner does not know how few groups it
 * has, and sorts all rows. @param isByDay the condition fits all rows of a day, state, way and place, or none
 */
export function sumsByStateAndWay(
  name: RegisterName,
  wanted: RawBuilder<boolean>,
  isByDay: boolean,
): RawBuilder<Sum> {
  const { selects, days } = SOURCES[name];
  const each = selects.map((select, nth) => {
    const counted = nth === 0 && isByDay ? days : undefined;
    return sql`
      select r.state, r.way, ${counted === undefined ? sql`count(*)` : sql`sum(r.count)::bigint`} as count,
        coalesce(sum(r.amount), 0)::bigint as amount, sum(r.taken)::bigint as taken
      from (${counted ?? select}) r where ${wanted} group by r.state, r.way`;
  });
  return sql<Sum>`${sql.join(each, sql` union all `)}`;
}

interface Part {
  skip?: number;
  count: number;
  isOldestFirst?: boolean;
}

/**
 * The keys of some of the rows that fit, with `at` and `source`, newest first unless said otherwise. Each select has the order
 * and the limit too: the planner does not bring those of a union to the indexes of selects with conditions.
 */
export function keysInOrder(
  name: RegisterName,
  wanted: RawBuilder<boolean>,
  { skip = 0, count, isOldestFirst = false }: Part,
): RawBuilder<unknown> {
  const order = isOldestFirst ? sql`r.at, r.key` : sql`r.at desc, r.key desc`;
  const each = SOURCES[name].selects.map(
    (select) => sql`
      (select r.at, r.key, r.source from (${select}) r where ${wanted} order by ${order} limit ${skip + count})`,
  );
  return sql`
    select r.at, r.key, r.source from (${sql.join(each, sql` union all `)}) r
    order by ${order} limit ${count} offset ${skip}`;
}

/** The way of the contract for what a register's rows hold. */
export function wayOf(name: RegisterName, stored: string): string {
  const named = Object.entries(SOURCES[name].ways).find(([, all]) => all.includes(stored));
  return named?.[0] ?? stored;
}
