import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/**
 * The transaction up to which postings are in the totals of reports, for the other queries of a snapshot. It is read
 * first, because a planner that knows the value uses the index for the few later postings.
 */
export async function countedUpTo(trx: Trx): Promise<RawBuilder<unknown>> {
  const { xid_to } = await trx.selectFrom('ledger.report_stamp').select('xid_to').executeTakeFirstOrThrow();
  return sql`${xid_to}::xid8`;
}
