import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { notifyAbsent } from './notifyAbsent.ts';
import { removeUnsentFiles } from './storeFile.ts';

/** The chat's background work: removing uploaded files that nobody sent. */
export function chatJobs(context: AppContext): Job[] {
  const { files } = context;
  return [
    { name: 'tell-absent-customers', intervalMs: 5_000, run: () => notifyAbsent(context) },
    {
      name: 'remove-unsent-chat-files',
      intervalMs: 3_600_000,
      run: () => removeUnsentFiles(context.db, files),
    },
  ];
}
