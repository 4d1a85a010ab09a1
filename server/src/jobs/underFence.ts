import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import type { Claimed, LeasedRow, LeasedTable, LeasedWork, LeaseEnd } from './leasedWork.ts';
import { isOurs } from './leaseSql.ts';

/** Another claim has the row by now, or it ended. */
class Overtaken extends Error {}

/**
 * Books what came of a claimed row, in one transaction. `lock` locks the row and is to be called before anything is
 * written; where the row is no longer ours it ends the transaction, and nothing was written.
 * @param book how the claim ends; or the row, where its lease was renewed and it stays in our hands
 * @returns what `book` returned; `overtaken` where the row is no longer ours
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
