import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database, Db, Trx } from '../database/connect.ts';
import { type Columns, continued, keyOf, listed } from './leaseSql.ts';

/** Tables of leased rows: `due_at` is when the next node may claim a row, `claim` counts the claims. */
export type LeasedTable = {
  [Table in keyof Database]: Database[Table] extends { claim: unknown; due_at: unknown } ? Table : never;
}[keyof Database];

export type LeasedRow<Table extends LeasedTable> = Selectable<Database[Table]>;

/** One kind of work on the rows of a table. */
export interface LeasedWork<Table extends LeasedTable> {
  /** The name of its job, used in the metrics. */
  job: string;
  table: Table;
  key: readonly (keyof LeasedRow<Table> & string)[];
}

/** A row that this node holds until its lease ends. `claim` identifies the lease. */
export interface Claimed {
  claim: number;
}

/** How a lease ends. `gave_up`: an operator decides, or no further try follows. */
export type LeaseEnd = 'done' | 'retried' | 'gave_up';
/** `interrupted`: the work failed, and the row is due again when its lease ends. */
export type LeaseEvent = 'claimed' | LeaseEnd | 'fence_lost' | 'interrupted';

type Told = Record<string, RawBuilder<unknown>>;
type ValuesOf<Extra extends Told> = {
  [Name in keyof Extra]: Extra[Name] extends RawBuilder<infer Value> ? Value : never;
};
type ClaimedRow<Table extends LeasedTable, Extra extends Told> = Omit<LeasedRow<Table>, keyof Extra> &
  ValuesOf<Extra>;

interface Claim<Table extends LeasedTable, Extra extends Told> {
  limit: number;
  /** Selects among the due rows; columns without a table name. */
  where?: RawBuilder<SqlBool>;
  /** What decides before the time since when a row is due; columns of the table. */
  first?: RawBuilder<unknown>;
  /** Columns that the claim changes besides the lease; `due` is the old row. */
  set?: Columns<Table>;
  /** Additional values to return: from `due`, the old row, or `leased`, the new one. */
  returning?: Extra;
}

/**
 * Claims the rows that come first, or have been due longest, and are not locked, in one statement that commits at once, or
 * with the caller's transaction: then the work begins after its commit. No other node claims them for
 * KRAPAO_LEASE_SECONDS. Later writes of this node are fenced by the rows' `claim`.
 */
export async function claimDue<Table extends LeasedTable, Extra extends Told = Record<never, never>>(
  { db, config, metrics }: Pick<AppContext, 'config' | 'metrics'> & { db: Db | Trx },
  { job, table, key }: LeasedWork<Table>,
  { limit, where, first, set = {}, returning }: Claim<Table, Extra>,
): Promise<ClaimedRow<Table, NoInfer<Extra>>[]> {
  const { rows } = await sql<ClaimedRow<Table, Extra>>`
    with due as (
      select * from ${sql.table(table)} where due_at <= site.now() ${where ? sql`and ${where}` : sql``}
      order by ${first ? sql`${first}, ` : sql``}due_at limit ${limit} for update skip locked)
    update ${sql.table(table)} as leased
    set claim = leased.claim + 1, due_at = ${inSeconds(config.leaseSeconds)}${listed(set)}
    from due where ${sql.join(
      key.map((column) => sql`leased.${sql.id(column)} = due.${sql.id(column)}`),
      sql` and `,
    )}
    returning leased.*${continued(
      Object.entries(returning ?? {}).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
    )}`.execute(db);
  metrics.countLease(job, 'claimed', rows.length);
  return rows;
}

/** The condition of a job: a row of its work is due. @param where selects among them; columns without a table name */
export const rowIsDue = <Table extends LeasedTable>(
  { table }: Pick<LeasedWork<Table>, 'table'>,
  where?: RawBuilder<SqlBool>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${sql.table(table)} where due_at <= site.now() ${where ? sql`and ${where}` : sql``})`;

/** The time in `seconds` seconds from now, not from the start of the transaction. */
export const inSeconds = (seconds: number) =>
  sql<Date>`site.clock_timestamp() + make_interval(secs => ${seconds})`;

/** Columns of a new row whose inserter holds its lease. */
export const bornLeased = ({ config }: Pick<AppContext, 'config'>) => ({
  claim: 1,
  due_at: inSeconds(config.leaseSeconds),
});

/** Columns that renew our lease on a row; continue with the claim that the update returns. */
export const renewedLease = ({ config }: Pick<AppContext, 'config'>) => ({
  claim: sql<number>`claim + 1`,
  due_at: inSeconds(config.leaseSeconds),
});

/**
 * Columns that make a row due at once, or at `moment`. Its current holder loses the fence, because its answer may be
 * outdated.
 */
export const dueNow = (moment = sql<Date>`site.clock_timestamp()`) => ({
  claim: sql<number>`claim + 1`,
  due_at: moment,
});

/** Works on all claimed rows in parallel, so that each begins well within its lease. @returns the number of rows */
export async function workOnEach<Table extends LeasedTable, Row extends Claimed>(
  { log, metrics }: Pick<AppContext, 'log' | 'metrics'>,
  work: LeasedWork<Table>,
  rows: readonly Row[],
  workOn: (row: Row) => Promise<unknown>,
): Promise<number> {
  await Promise.all(
    rows.map((row) =>
      workOn(row).catch((error: unknown) => {
        const ref = keyOf(work, row).map(([, value]) => String(value));
        log.error({ err: error, job: work.job, ref: ref.join(' ') }, 'work interrupted until the lease ends');
        metrics.countLease(work.job, 'interrupted');
      }),
    ),
  );
  return rows.length;
}
