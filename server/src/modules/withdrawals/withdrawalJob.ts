import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { claimWithdrawal } from './claimWithdrawal.ts';
import { holdCollected } from './holdCollected.ts';
import { payOut } from './payOut.ts';
import { releasePayout } from './releasePayout.ts';
import { WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

const AT_ONCE = 20;
const INTERVAL_MS = 1_000;

/** Pays holds, looks up unknown results, and continues withdrawals that wait for money from games. */
export function withdrawalJobs(context: AppContext): Job[] {
  return [
    {
      name: WITHDRAWAL_JOB,
      intervalMs: INTERVAL_MS,
      run: async () => {
        const claimed: WithdrawalRow[] = [];
        while (claimed.length < AT_ONCE) {
          const next = await claimWithdrawal(context);
          if (next === undefined) break;
          claimed.push(next);
        }
        const ends = await Promise.allSettled(claimed.map((one) => advance(context, one)));
        for (const end of ends) {
          if (end.status === 'rejected') context.log.error({ err: end.reason }, 'withdrawal interrupted');
        }
        return claimed.length;
      },
    },
  ];
}

async function advance(context: AppContext, claimed: WithdrawalRow): Promise<void> {
  const { state, id } = claimed;
  if (state === 'COLLECTING') await holdCollected(context, id);
  else if (state === 'SENT' || state === 'UNKNOWN') await payOut(context, claimed, 'ask');
  else if (state === 'HELD') {
    const released = await releasePayout(context, claimed);
    if (released) await payOut(context, released, 'send');
  }
}
