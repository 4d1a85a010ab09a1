import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { releaseBots } from './askBot.ts';
import { notifyAbsent } from './notifyAbsent.ts';
import { releaseSkills } from './skills.ts';
import { removeUnsentFiles } from './storeFile.ts';

/** The chat's background work: giving to persons what others did not take, telling the absent, removing unsent files. */
export function chatJobs(context: AppContext): Job[] {
  return [
    { name: 'release-bots', intervalMs: 1_000, run: () => releaseBots(context) },
    { name: 'release-skills', intervalMs: 3_000, run: () => releaseSkills(context) },
    { name: 'tell-absent-customers', intervalMs: 5_000, run: () => notifyAbsent(context) },
    {
      name: 'remove-unsent-chat-files',
      intervalMs: 3_600_000,
      run: () => removeUnsentFiles(context.db),
    },
  ];
}
