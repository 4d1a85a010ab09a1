import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { bookWaiting, DUE_ARRIVALS, takeBack } from '../../cash/arrivals.ts';
import { lockBooks } from '../../cash/cashBook.ts';

const AT_ONCE = 100;

/**
 * Books what waits and stands in no book: what waited before there was suspense, what a node of the version before stored, and
 * what a reversed opening balance contained. Takes out what such a node dismissed. @returns how many
 */
export function bookDueArrivals(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: due } = await sql<{ id: bigint; account: bigint }>`
      select t.id, t.deposit_account_id as account from incoming_transfer t where t.id in (${DUE_ARRIVALS})
      order by t.id limit ${AT_ONCE}`.execute(trx);
    const ids = due.map(({ id }) => id);
    const accounts = [...new Set(due.map(({ account }) => account))];
    // All books first, in the order in which entries take them. Whoever holds one alone ends its arrivals, and skips locked ones.
    await lockBooks(trx, accounts);
    const { rows } = await sql<{ id: bigint; status: string }>`
      select t.id, t.status from incoming_transfer t
      where t.id = any(${ids}::bigint[]) and t.deposit_account_id = any(${accounts}::bigint[])
        and t.id in (${DUE_ARRIVALS})
      order by t.id for update of t skip locked`.execute(trx);
    for (const { id, status } of rows)
      await (status === 'QUEUED' ? bookWaiting(trx, id) : takeBack(trx, id, 'system'));
    return rows.length;
  });
}
