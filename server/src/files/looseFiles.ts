import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db, Trx } from '../database/connect.ts';
import { claimDue, inSeconds, type LeasedWork, rowIsDue, workOnEach } from '../jobs/leasedWork.ts';
import type { Job } from '../jobs/runJobs.ts';
import { underFence } from '../jobs/underFence.ts';
import type { FileStore } from './fileStore.ts';

const WORK: LeasedWork<'loose_file'> = { job: 'loose-files', table: 'loose_file', key: ['file_key'] };
const AT_ONCE = 50;
/** Far longer than what follows the writing of a file takes. */
const UNNAMED_SECONDS = 3_600;

/**
 * Writes a file of a member that no row names yet. It is removed after an hour unless a transaction names it before
 * (keepFile), so that none outlives a kill between the file and its row (docs/decisions/318-loose-files.md).
 */
export async function writeLoose(
  db: Db,
  files: Pick<FileStore, 'write'>,
  key: string,
  content: Buffer,
): Promise<void> {
  const due = { due_at: inSeconds(UNNAMED_SECONDS) };
  await db
    .insertInto('loose_file')
    .values({ file_key: key, ...due })
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet(due))
    .execute();
  await files.write(key, content);
}

/** Keeps files that rows of this transaction name. @throws Error if one is being removed */
export async function keepFiles(trx: Trx, keys: readonly string[]): Promise<void> {
  const kept = await trx
    .deleteFrom('loose_file')
    .where('file_key', 'in', keys)
    .where('claim', '=', 0)
    .returning('file_key')
    .execute();
  if (kept.length < keys.length) throw new Error('a file was removed before a row named it');
}

/**
 * Has files removed that no row names after this transaction. @param keys a query of one column: reads the rows that name
 * them, or deletes them
 * @returns how many
 */
export async function loosenFiles(trx: Trx, keys: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone (file_key) as (${keys})
    insert into loose_file (file_key, due_at) select file_key, site.now() from gone
    on conflict (file_key) do update set due_at = excluded.due_at`.execute(trx);
  return Number(numAffectedRows);
}

/** Removes loose files; one that the store does not remove is tried again when its lease ends. */
export function looseFilesJob(context: AppContext): Job {
  return {
    name: WORK.job,
    due: rowIsDue(WORK),
    run: async () => {
      const claimed = await claimDue(context, WORK, { limit: AT_ONCE });
      return workOnEach(context, WORK, claimed, async (row) => {
        await context.files.remove(row.file_key);
        await underFence(context, WORK, row, async (trx, lock) => {
          await lock();
          await trx.deleteFrom('loose_file').where('file_key', '=', row.file_key).execute();
          return 'done';
        });
      });
    },
  };
}
