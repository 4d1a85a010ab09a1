import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineClock } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { ASIDE } from '../durableFile.ts';
import type { Job } from '../jobs/runJobs.ts';
import { UPLOAD } from './spooledFile.ts';

const HOUR_MS = 3_600_000;

/** Removes what a killed server left half written on this machine: uploads that arrived, and files that were being stored. */
export function abandonedFilesJob({ config }: Pick<AppContext, 'config'>): Job {
  return {
    name: 'abandoned-files',
    intervalMs: HOUR_MS,
    // Each node's own: no row says what they are.
    run: async () =>
      (await removeAbandonedUploads()) + (await removeAbandoned(join(config.dataFolder, 'files'), ASIDE)),
  };
}

/** Removes uploads that no server is receiving any more. @returns how many */
export const removeAbandonedUploads = (): Promise<number> => removeAbandoned(tmpdir(), UPLOAD);

/**
 * Removes the files of a folder with such names that nobody has written to for an hour, which is far longer than any takes to
 * arrive or to be stored. @returns how many
 */
async function removeAbandoned(folder: string, name: RegExp): Promise<number> {
  const isDeep = name === ASIDE;
  const names = await readdir(folder, { recursive: isDeep }).catch(() => []);
  let removed = 0;
  for (const entry of names.filter((one) => name.test(one))) {
    const path = join(folder, entry);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= machineClock.now() - HOUR_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
