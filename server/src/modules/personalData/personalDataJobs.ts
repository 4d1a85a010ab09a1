import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { copyJob } from './copy/copyJob.ts';
import { erasureJob } from './erasure/erasureJob.ts';
import { retentionJob } from './retention/retentionJob.ts';

/** Background work on members' data. */
export const personalDataJobs = (context: AppContext): Job[] => [
  copyJob(context),
  erasureJob(context),
  retentionJob(context),
];
