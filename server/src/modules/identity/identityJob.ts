import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { deleteExpiredDocuments, discardExpiredDocuments } from './documents/deleteDocuments.ts';
import { askAgain } from './lapses.ts';
import { screenNext } from './lists/identityList.ts';

const INTERVAL_MS = 10 * 60_000;
const LISTS_MS = 60_000;

/** Deletes documents whose time is over, asks members to prove again what lapses, and compares members with new lists. */
export function identityJob({ db, files }: Pick<AppContext, 'db' | 'files'>): Job[] {
  const run = async () => {
    await db.transaction().execute((trx) => discardExpiredDocuments(trx));
    const deleted = await db.transaction().execute((trx) => deleteExpiredDocuments(trx, { files }));
    return deleted + (await db.transaction().execute((trx) => askAgain(trx)));
  };
  return [
    { name: 'identity', intervalMs: INTERVAL_MS, run },
    { name: 'lists', intervalMs: LISTS_MS, run: () => screenNext(db) },
  ];
}
