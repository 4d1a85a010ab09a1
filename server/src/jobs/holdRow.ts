import { sql } from 'kysely';
import { clock } from '../clock.ts';
import type { AppContext } from '../context.ts';
import {
  type Claimed,
  type LeasedRow,
  type LeasedTable,
  type LeasedWork,
  renewedLease,
} from './leasedWork.ts';
import { type Columns, isOurs } from './leaseSql.ts';

/** A claimed row whose lease does not end while its work waits. */
export interface HeldRow<Table extends LeasedTable> {
  /** As it was claimed or last renewed. */
  readonly row: LeasedRow<Table> & Claimed;
  /** Another claim holds the row now, or it has ended. */
  readonly isLost: boolean;
  /** Renews the lease at once. @param set other columns to set @returns false if the row is lost */
  renew(set?: Columns<Table>): Promise<boolean>;
  /** Ends the renewing; afterwards `row` does not change. */
  release(): Promise<void>;
}

/** Renews the lease of a claimed row, well before it ends, until `release`; call that before the result is booked. */
export function holdRow<Table extends LeasedTable>(
  { db, config, metrics }: Pick<AppContext, 'db' | 'config' | 'metrics'>,
  work: LeasedWork<Table>,
  claimed: LeasedRow<Table> & Claimed,
): HeldRow<Table> {
  let row = claimed;
  let isLost = false;
  let latest: Promise<unknown> = Promise.resolve();

  async function renewNow(set: Columns<Table>): Promise<boolean> {
    if (isLost) return false;
    const columns = Object.entries({ ...renewedLease({ config }), ...set });
    const { rows } = await sql<LeasedRow<Table> & Claimed>`
      update ${sql.table(work.table)}
      set ${sql.join(columns.map(([column, value]) => sql`${sql.id(column)} = ${value}`))}
      where ${isOurs(work, row)} returning *`.execute(db);
    if (rows[0] !== undefined) row = rows[0];
    else {
      isLost = true;
      metrics.countLease(work.job, 'fence_lost');
    }
    return !isLost;
  }
  // One after the other: each needs the claim of the one before.
  const renew = (set: Columns<Table> = {}) => {
    const renewal = latest.then(() => renewNow(set));
    latest = renewal.catch(() => undefined);
    return renewal;
  };
  // One that fails changes nothing: the next one, or what is booked, finds out who holds the row.
  const renewing = clock.every((config.leaseSeconds * 1_000) / 3, () => void renew().catch(() => undefined));

  return {
    get row() {
      return row;
    },
    get isLost() {
      return isLost;
    },
    renew,
    release: async () => {
      renewing.cancel();
      await latest;
    },
  };
}
