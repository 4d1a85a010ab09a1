import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db, Trx } from '../database/connect.ts';
import { type Claimed, inSeconds, type LeasedTable, type LeasedWork } from './leasedWork.ts';
import { type Columns, isOurs, listed } from './leaseSql.ts';

/** Seconds to wait after the first try, the second try and so on. */
export interface Ladder {
  waits: readonly number[];
  /** True: the last wait repeats. False: one more try follows the last wait, and then no other. */
  isEndless: boolean;
}

/** Seconds until the next try; undefined when no other follows. @param tries so far, at least 1 */
export function waitAfter({ waits, isEndless }: Ladder, tries: number): number | undefined {
  return waits[isEndless ? Math.min(tries, waits.length) - 1 : tries - 1];
}

interface Retry<Table extends LeasedTable> {
  /** Seconds; undefined when no other try follows. */
  wait: number | undefined;
  /** Other columns to set when another try follows. */
  set?: Columns<Table>;
  /** Ends the row without an answer: leaves it to an operator, or refuses it. */
  giveUp: () => Promise<unknown>;
}

/** Schedules the next try of a row that we hold, or gives up. Call it under the fence. */
export async function retryOrGiveUp<Table extends LeasedTable>(
  trx: Trx,
  work: LeasedWork<Table>,
  claimed: Claimed,
  { wait, set, giveUp }: Retry<Table>,
): Promise<'retried' | 'gave_up'> {
  if (wait === undefined) {
    await giveUp();
    return 'gave_up';
  }
  await putBack(trx, work, claimed, wait, set);
  return 'retried';
}

/**
 * Makes a row due again after some seconds, in one statement, if we still hold it.
 * @param set other columns to set
 * @returns false if another claim holds the row now, or the row has ended: nothing was written
 */
export async function putBack<Table extends LeasedTable>(
  db: Db | Trx,
  work: LeasedWork<Table>,
  claimed: Claimed,
  seconds: number,
  set: Columns<Table> = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(work.table)} set due_at = ${inSeconds(seconds)}${listed(set)}
    where ${isOurs(work, claimed)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Calls putBack, and counts how the lease ended. */
export async function giveBack<Table extends LeasedTable>(
  { db, metrics }: Pick<AppContext, 'db' | 'metrics'>,
  work: LeasedWork<Table>,
  claimed: Claimed,
  { end, seconds, set }: { end: 'done' | 'retried'; seconds: number; set?: Columns<Table> },
): Promise<void> {
  const isPutBack = await putBack(db, work, claimed, seconds, set);
  metrics.countLease(work.job, isPutBack ? end : 'fence_lost');
}
