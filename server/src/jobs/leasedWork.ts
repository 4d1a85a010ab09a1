import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database } from '../database/connect.ts';
import { type Columns, continued, keyOf, listed } from './leaseSql.ts';

/** Tables whose rows wait for a node: `due_at` is when the next one may take a row, `claim` counts who took it. */
export type LeasedTable = {
  [Table in keyof Database]: Database[Table] extends { claim: unknown; due_at: unknown } ? Table : never;
}[keyof Database];

export type LeasedRow<Table extends LeasedTable> = Selectable<Database[Table]>;

/** One kind of work on the rows of a table. */
export interface LeasedWork<Table extends LeasedTable> {
  /** The name of its job, by which it is measured. */
  job: string;
  table: Table;
  key: readonly (keyof LeasedRow<Table> & string)[];
}

/** A row in this node's hands until its lease ends: its key, and the claim that took it. */
export interface Claimed {
  claim: number;
}

/** How a claim ends. `gave_up`: a person decides, or nobody asks any more. */
export type LeaseEnd = 'done' | 'retried' | 'gave_up';
/** `interrupted`: it failed in the middle, and the row comes due again when its lease ends. */
export type LeaseEvent = 'claimed' | LeaseEnd | 'fence_lost' | 'interrupted';

type Told = Record<string, RawBuilder<unknown>>;
type ValuesOf<Extra extends Told> = {
  [Name in keyof Extra]: Extra[Name] extends RawBuilder<infer Value> ? Value : never;
};
type ClaimedRow<Table extends LeasedTable, Extra extends Told> = Omit<LeasedRow<Table>, keyof Extra> &
  ValuesOf<Extra>;

interface Claim<Table extends LeasedTable, Extra extends Told> {
  limit: number;
  /** Which of the due rows, by their bare columns. */
  where?: RawBuilder<SqlBool>;
  /** What the claim changes beside the lease; the row as it was is `due`. */
  set?: Columns<Table>;
  /** What is told beside the row as it is now: of `due` as it was, of `leased` as it is. */
  returning?: Extra;
}

/**
 * Takes the rows that have been due longest and that nobody has at hand, in one statement that is committed at once: for
 * KRAPAO_LEASE_SECONDS nobody else takes them, and what this node writes afterwards is known by the rows' `claim`.
 */
export async function claimDue<Table extends LeasedTable, Extra extends Told = Record<never, never>>(
  { db, config, metrics }: Pick<AppContext, 'db' | 'config' | 'metrics'>,
  { job, table, key }: LeasedWork<Table>,
  { limit, where, set = {}, returning }: Claim<Table, Extra>,
): Promise<ClaimedRow<Table, NoInfer<Extra>>[]> {
  const { rows } = await sql<ClaimedRow<Table, Extra>>`
    with due as (
      select * from ${sql.table(table)} where due_at <= now() ${where ? sql`and ${where}` : sql``}
      order by due_at limit ${limit} for update skip locked)
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

/** The time in so many seconds, counted from this very moment, however long the transaction has waited. */
export const inSeconds = (seconds: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Columns of a row that begins in the hands of who inserts it. */
export const bornLeased = ({ config }: Pick<AppContext, 'config'>) => ({
  claim: 1,
  due_at: inSeconds(config.leaseSeconds),
});

/** Columns that begin a new lease of a row that is in our hands; go on with the claim that the update returns. */
export const renewedLease = ({ config }: Pick<AppContext, 'config'>) => ({
  claim: sql<number>`claim + 1`,
  due_at: inSeconds(config.leaseSeconds),
});

/** Columns that make a row due at once. Who has it at hand is overtaken: the answer that is on its way may be older. */
export const dueNow = () => ({ claim: sql<number>`claim + 1`, due_at: sql<Date>`clock_timestamp()` });

/** Works on all claimed rows at the same time, so that each begins well within its lease. @returns how many */
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
