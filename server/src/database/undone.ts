import type { Db, Trx } from './connect.ts';

class Undone extends Error {}

/** Does the work and takes it back: what would become of it. @returns what the work found */
export async function undone<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const found: T[] = [];
  const trial = db.transaction().execute(async (trx) => {
    found.push(await work(trx));
    throw new Undone();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found[0] as T;
}
