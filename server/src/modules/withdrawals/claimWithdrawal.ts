import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { leaseOf } from '../../jobs/leaseOf.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

/** Claims the next due withdrawal for this node. */
export async function claimWithdrawal({ config, db }: AppContext): Promise<WithdrawalRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('withdrawal')
      .select('id')
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return undefined;
    return trx
      .updateTable('withdrawal')
      .set(leaseOf(config.leaseSeconds))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
