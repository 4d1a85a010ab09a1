import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { runLegs } from './runLegs.ts';

const INTERVAL_MS = 1_000;

/** Finishes transfers that no call waits for any more: those with unknown answers, and those interrupted by a crash. */
export function transferJobs(context: AppContext): Job[] {
  return [
    {
      name: 'transfers',
      intervalMs: INTERVAL_MS,
      run: () => runLegs(context),
    },
  ];
}
