import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { bookWaiting, DUE_ARRIVALS, takeBack } from '../../cash/arrivals.ts';

const AT_ONCE = 100;

/**
 * Books what waits and stands in no book: what waited before there was suspense, what a node of the version before stored, and
 * what a reversed opening balance contained. Takes out what such a node dismissed. @returns how many
 */
export function bookDueArrivals(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: bigint; status: string }>`
      select t.id, t.status from incoming_transfer t where t.id in (${DUE_ARRIVALS})
      order by t.id limit ${AT_ONCE} for update of t skip locked`.execute(trx);
    for (const { id, status } of rows)
      await (status === 'QUEUED' ? bookWaiting(trx, id) : takeBack(trx, id, 'system'));
    return rows.length;
  });
}
