import { sql } from 'kysely';
import type { Db } from './database/connect.ts';

/**
 * The number of postings, archived ones too, how long the oldest posting or audit log line has waited for its seal, and
 * how many parts stand ready for the postings of coming months.
 */
export async function ledgerState(
  db: Db,
): Promise<{ postings: number; unsealedSeconds: number; partsAhead: number }> {
  const { rows } = await sql<{ postings: number; unsealedSeconds: number; partsAhead: number }>`
    select (select t.postings + (select count(*) from ledger.posting p where p.xid >= t.xid_to)
        from ledger.report_stamp t)::float8 as postings,
      greatest(0, ${UNCHAINED}, ${below('ledger.posting', 'ledger.seal')}, ${below('audit_entry', 'audit_seal')})::float8 as "unsealedSeconds",
      (select count(*) from ledger.posting_part where began_at is null)::int as "partsAhead"`.execute(db);
  return rows[0] ?? { postings: 0, unsealedSeconds: 0, partsAhead: 0 };
}

const UNCHAINED = sql`(
  select extract(epoch from site.now() - at) from ledger.posting
  where id > (select seen_to from ledger.seal_hint) order by id limit 1)`;

/** How long the oldest row has waited that no seal's fence has passed. */
const below = (rows: string, seals: string) => sql`(
  select extract(epoch from site.now() - at) from ${sql.table(rows)}
  where xid >= coalesce((select xid_to from ${sql.table(seals)} order by seq desc limit 1), '0'::xid8)
  order by xid, id limit 1)`;
