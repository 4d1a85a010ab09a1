import { type RawBuilder, sql } from 'kysely';
import type { Claimed, LeasedRow, LeasedTable, LeasedWork } from './leasedWork.ts';

/** Columns that an update of leased work sets besides the lease. */
export type Columns<Table extends LeasedTable> = {
  [Column in keyof LeasedRow<Table>]?: RawBuilder<unknown> | LeasedRow<Table>[Column];
};

/** Continues a SET list. */
export const listed = (set: object): RawBuilder<unknown> =>
  continued(Object.entries(set).map(([column, value]) => sql`${sql.id(column)} = ${value}`));

/** Continues a list after a comma; empty for no more items. */
export const continued = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length === 0 ? sql`` : sql`, ${sql.join(parts)}`;

/** Names and values of a row's key. */
export const keyOf = <Table extends LeasedTable>(
  { key }: LeasedWork<Table>,
  row: Claimed,
): [string, unknown][] => key.map((column) => [column, (row as unknown as Record<string, unknown>)[column]]);

/** SQL condition: the row, as long as this claim holds it. */
export const isOurs = <Table extends LeasedTable>(
  work: LeasedWork<Table>,
  claimed: Claimed,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    keyOf(work, claimed).map(([column, value]) => sql`${sql.id(column)} = ${value}`),
    sql` and `,
  )} and claim = ${claimed.claim} and due_at is not null`;
