import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { runLegs } from './runLegs.ts';

const INTERVAL_MS = 1_000;

/** Brings transfers to their end that no call waits for any more: unknown answers, and what a crash left behind. */
export function transferJobs(context: AppContext): Job[] {
  return [
    {
      name: 'transfers',
      intervalMs: INTERVAL_MS,
      run: () => runLegs(context),
    },
  ];
}
