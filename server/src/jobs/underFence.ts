import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import type { Claimed, LeasedRow, LeasedTable, LeasedWork, LeaseEnd } from './leasedWork.ts';
import { isOurs } from './leaseSql.ts';

/** Another claim holds the row now, or the row has ended. */
class Overtaken extends Error {}

/**
 * Books the result of a claimed row in one transaction. `lock` locks the row; call it before anything is written. If we
 * no longer hold the row, it ends the transaction and nothing is written.
 * @param book answers how the lease ends, or the row if its lease was renewed and we still hold it
 * @returns the result of `book`; `overtaken` if we no longer hold the row
 */
export async function underFence<Table extends LeasedTable, End extends LeaseEnd | object>(
  { db, metrics }: Pick<AppContext, 'db' | 'metrics'>,
  work: LeasedWork<Table>,
  claimed: Claimed,
  book: (trx: Trx, lock: () => Promise<LeasedRow<Table>>) => Promise<End>,
): Promise<End | 'overtaken'> {
  try {
    const end = await db.transaction().execute((trx) => book(trx, () => lockClaimed(trx, work, claimed)));
    if (typeof end === 'string') metrics.countLease(work.job, end);
    return end;
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    metrics.countLease(work.job, 'fence_lost');
    return 'overtaken';
  }
}

async function lockClaimed<Table extends LeasedTable>(
  trx: Trx,
  work: LeasedWork<Table>,
  claimed: Claimed,
): Promise<LeasedRow<Table>> {
  const { rows } = await sql<LeasedRow<Table>>`
    select * from ${sql.table(work.table)} where ${isOurs(work, claimed)} for update`.execute(trx);
  if (rows[0] === undefined) throw new Overtaken();
  return rows[0];
}
