import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedWork } from '../../jobs/leasedWork.ts';
import { WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

/** Withdrawals, as rows that nodes work on. */
export const WITHDRAWALS: LeasedWork<'withdrawal'> = {
  job: WITHDRAWAL_JOB,
  table: 'withdrawal',
  key: ['id'],
};

// All of them are called at once, so that every call begins well within its lease.
const AT_ONCE = 20;

/** Takes the withdrawals that are due into this node's hands. */
export function claimWithdrawals(context: AppContext): Promise<WithdrawalRow[]> {
  return claimDue(context, WITHDRAWALS, { limit: AT_ONCE });
}
