import type { AppContext } from '../../context.ts';
import { rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { claimWithdrawals, WITHDRAWALS } from './claimWithdrawal.ts';
import { holdCollected } from './holdCollected.ts';
import { payOut } from './payOut.ts';
import { endOfLease, releasePayout } from './releasePayout.ts';
import { WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

/** Pays holds, looks up unknown results, and continues withdrawals that wait for money from games. */
export function withdrawalJobs(context: AppContext): Job[] {
  return [
    {
      name: WITHDRAWAL_JOB,
      due: rowIsDue(WITHDRAWALS),
      run: async () => {
        const until = endOfLease(context);
        const claimed = await claimWithdrawals(context);
        return workOnEach(context, WITHDRAWALS, claimed, (one) => advance(context, one, until));
      },
    },
  ];
}

async function advance(context: AppContext, claimed: WithdrawalRow, until: number): Promise<void> {
  const { state, id } = claimed;
  if (state === 'COLLECTING') {
    const row = await holdCollected(context, id);
    context.metrics.countLease(WITHDRAWAL_JOB, row.state === 'COLLECTING' ? 'retried' : 'done');
  } else if (state === 'SENT' || state === 'UNKNOWN') await payOut(context, claimed, 'ask', until);
  else if (state === 'HELD') {
    const released = await releasePayout(context, claimed);
    if (released) await payOut(context, released.row, 'send', released.until);
  }
}
