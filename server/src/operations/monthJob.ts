import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/runJobs.ts';

const EVERY_MS = 60_000;

/** Begins a part of the postings with a month, and keeps the next one ready (docs/decisions/245-postings-by-month.md). */
export function monthJob({ patientDb }: Pick<AppContext, 'patientDb'>): Job[] {
  return [
    {
      name: 'turn-month',
      intervalMs: EVERY_MS,
      run: async () => {
        const { rows } = await sql<{ begun: number }>`select ledger.turn_month() as begun`.execute(patientDb);
        return rows[0]?.begun ?? 0;
      },
    },
  ];
}
