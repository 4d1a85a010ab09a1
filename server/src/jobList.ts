import { alarmJobs } from './console/alarms/alarmJobs.ts';
import { approvalJobs } from './console/approvals/routes.ts';
import { clientMoneyJobs } from './console/clientMoney/evenings.ts';
import { offerOf } from './console/content/simulation.ts';
import { registerDayJobs } from './console/registers/addUpDays.ts';
import { reportJobs } from './console/reports/countPostings.ts';
import type { AppContext } from './context.ts';
import { abandonedFilesJob } from './files/abandonedFiles.ts';
import { looseFilesJob } from './files/looseFiles.ts';
import type { Job } from './jobs/runJobs.ts';
import { bonusJobs } from './modules/bonus/jobs.ts';
import { caseJobs } from './modules/cases/scanMembers.ts';
import { chatJobs } from './modules/chat/chatJobs.ts';
import { depositJobs } from './modules/deposits/jobs.ts';
import { eventJobs } from './modules/events/eventJobs.ts';
import { registerJobs } from './modules/exclusionRegister/registerJobs.ts';
import { identityJob } from './modules/identity/identityJob.ts';
import { verificationJobs } from './modules/identity/verification/verificationJob.ts';
import { accrueInviteDays } from './modules/invite/accrueInviteDays.ts';
import { notificationJobs } from './modules/notifications/deliver.ts';
import { closingJobs } from './modules/pauses/closingJob.ts';
import { pauseJobs } from './modules/pauses/endBreaks.ts';
import { personalDataJobs } from './modules/personalData/personalDataJobs.ts';
import { roundJobs } from './modules/play/askMakers.ts';
import { playJobs } from './modules/play/closePlayDays.ts';
import { proofJobs } from './modules/proof/proofJobs.ts';
import { limitJobs } from './modules/protection/limits/limitJobs.ts';
import { realityCheckJobs } from './modules/realityCheck/askMembers.ts';
import { transferJobs } from './modules/transfers/runLegs.ts';
import { simulationJobs } from './modules/whatIf/simulationJob.ts';
import { withdrawalJobs } from './modules/withdrawals/withdrawalJob.ts';
import { monthJob } from './operations/monthJob.ts';
import { resealJob } from './operations/resealJob.ts';

/** The capabilities' jobs. */
export const JOBS: readonly ((context: AppContext) => Job[])[] = [
  alarmJobs,
  approvalJobs,
  identityJob,
  resealJob,
  bonusJobs,
  caseJobs,
  chatJobs,
  closingJobs,
  notificationJobs,
  pauseJobs,
  realityCheckJobs,
  personalDataJobs,
  proofJobs,
  depositJobs,
  (context) => playJobs(context, (trx, day) => accrueInviteDays(trx, day, context.settings.get('links'))),
  roundJobs,
  limitJobs,
  (context) => [looseFilesJob(context), abandonedFilesJob(context)],
  monthJob,
  registerDayJobs,
  reportJobs,
  clientMoneyJobs,
  transferJobs,
  withdrawalJobs,
  registerJobs,
  verificationJobs,
  eventJobs,
  (context) => simulationJobs(context, offerOf),
];
