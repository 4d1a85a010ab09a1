import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/runJobs.ts';
import { resealJob } from '../operations/resealJob.ts';
import { expiryJob } from './auth/expiryJob.ts';
import { bonusJobs } from './bonus/jobs.ts';
import { chatJobs } from './chat/chatJobs.ts';
import { approvalJobs } from './console/approvals/routes.ts';
import { reportJobs } from './console/reports/countPostings.ts';
import { depositJobs } from './deposits/jobs.ts';
import { accrueInviteDays } from './invite/accrueInviteDays.ts';
import { playJobs } from './play/closePlayDays.ts';
import { transferJobs } from './transfers/transferJob.ts';
import { withdrawalJobs } from './withdrawals/withdrawalJob.ts';

/** The capabilities' jobs. */
export const JOBS: readonly ((context: AppContext) => Job[])[] = [
  approvalJobs,
  expiryJob,
  resealJob,
  bonusJobs,
  chatJobs,
  depositJobs,
  (context) => playJobs(context, (trx, day) => accrueInviteDays(trx, day, context.settings.get('links'))),
  reportJobs,
  transferJobs,
  withdrawalJobs,
];
