import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import type { Job } from '../../jobs/runJobs.ts';

const EVERY_MS = 60_000;

/**
 * Makes today's root of what members are owed, if no node has made it. The day is Bangkok's.
 * @returns how many roots, one for each currency
 */
export async function proveOwed(db: Db): Promise<number> {
  const { rows } = await sql<{ made: bigint }>`select ledger.prove_owed() as made`.execute(db);
  return Number(rows[0]?.made ?? 0n);
}

/** Proves once a day what members are owed, soon after midnight. */
export function proofJobs({ patientDb }: Pick<AppContext, 'patientDb'>): Job[] {
  return [{ name: 'prove-owed', intervalMs: EVERY_MS, run: () => proveOwed(patientDb) }];
}
