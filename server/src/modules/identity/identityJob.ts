import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { deleteExpiredDocuments, discardExpiredDocuments } from './documents/deleteDocuments.ts';
import { askAgain } from './lapses.ts';

const INTERVAL_MS = 10 * 60_000;

/** Deletes documents whose time is over, and asks members to prove again what lapses. */
export function identityJob({ db, files }: Pick<AppContext, 'db' | 'files'>): Job[] {
  const run = async () => {
    await db.transaction().execute((trx) => discardExpiredDocuments(trx));
    const deleted = await db.transaction().execute((trx) => deleteExpiredDocuments(trx, { files }));
    return deleted + (await db.transaction().execute((trx) => askAgain(trx)));
  };
  return [{ name: 'identity', intervalMs: INTERVAL_MS, run }];
}
