import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/runJobs.ts';
import { expiryJob } from './auth/expiryJob.ts';
import { depositJobs } from './deposits/jobs.ts';
import { transferJobs } from './transfers/transferJob.ts';
import { withdrawalJobs } from './withdrawals/withdrawalJob.ts';

/** The capabilities' jobs. */
export const JOBS: readonly ((context: AppContext) => Job[])[] = [
  expiryJob,
  depositJobs,
  transferJobs,
  withdrawalJobs,
];
