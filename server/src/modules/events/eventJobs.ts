import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { closePlays } from './closePlays.ts';
import { publishJob } from './publishEvents.ts';
import { sendJob } from './sendEvents.ts';

/** Publishes events, sends them, and ends what nobody closes. */
export function eventJobs(context: AppContext): Job[] {
  return [publishJob(context), sendJob(context), closePlays(context)];
}
