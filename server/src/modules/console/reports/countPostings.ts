import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Db } from '../../../database/connect.ts';
import type { Job } from '../../../jobs/runJobs.ts';

const EVERY_MS = 5_000;
const TIMEOUT_MS = 600_000;

/**
 * Adds what was sealed since the last time to the totals of reports, at most 50,000 postings or one seal. Any node may
 * call it; one at a time does the work (docs/decisions/126-totals-of-sealed-postings.md).
 * @returns how many postings were counted
 */
export async function countPostings(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // A seal that covers a whole history, as after an import, takes its time once.
    await sql`set local statement_timeout = ${sql.raw(String(TIMEOUT_MS))}`.execute(trx);
    const { rows } = await sql<{ counted: bigint }>`select ledger.count_postings() as counted`.execute(trx);
    return Number(rows[0]?.counted ?? 0n);
  });
}

/** Keeps the totals of reports near the newest seal. */
export function reportJobs({ db }: AppContext): Job[] {
  return [{ name: 'count-postings', intervalMs: EVERY_MS, run: () => countPostings(db) }];
}
