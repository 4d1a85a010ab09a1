import { once } from 'node:events';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import type { Job } from '../../jobs/runJobs.ts';

const EVERY_MS = 5_000;

/**
 * Adds newly sealed postings to the totals of reports, at most 50,000 postings or one seal. Any node may call it; one
 * at a time does the work (docs/decisions/126-reports.md).
 * @param db with a time limit that suffices for one seal over a whole history, as after an import
 * @returns the number of counted postings
 */
export async function countPostings(db: Db): Promise<number> {
  const { rows } = await sql<{ counted: bigint }>`select ledger.count_postings() as counted`.execute(db);
  return Number(rows[0]?.counted ?? 0n);
}

/** Keeps the totals of reports near the newest seal. */
export function reportJobs({ patientDb }: Pick<AppContext, 'patientDb'>): Job[] {
  return [{ name: 'count-postings', intervalMs: EVERY_MS, run: (signal) => countUnless(patientDb, signal) }];
}

/** A node that stops does not wait: the rest is counted after the next start. */
async function countUnless(db: Db, stopping: AbortSignal): Promise<number> {
  const over = new AbortController();
  const stopped = once(stopping, 'abort', { signal: over.signal }).then(
    () => 0,
    () => 0,
  );
  try {
    return await Promise.race([countPostings(db), stopped]);
  } finally {
    over.abort();
  }
}
