import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/**
 * The transaction up to which postings are in the totals of reports, for a snapshot's other queries. It is read before
 * them, because a planner that knows the value takes the index to the few that came after.
 */
export async function countedUpTo(trx: Trx): Promise<RawBuilder<unknown>> {
  const { xid_to } = await trx.selectFrom('ledger.report_stamp').select('xid_to').executeTakeFirstOrThrow();
  return sql`${xid_to}::xid8`;
}
