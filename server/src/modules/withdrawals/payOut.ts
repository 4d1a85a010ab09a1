import type { AppContext } from '../../context.ts';
import type { PayoutGateway, PayoutQuery } from '../../providers/payoutGateway.ts';
import { type PayoutOutcome, settlePayout } from './settlePayout.ts';
import { OTHER_SETTINGS, viaOf, type WithdrawalRow } from './withdrawalRow.ts';

// Temporary refusals: the same order may succeed later.
const PASSING_REASONS = new Set(['MAINTENANCE', 'RATE_LIMITED']);

/** Calls the bank once about a claimed withdrawal, to send it or to look it up, and books the result. @param until the end of our lease */
export async function payOut(
  context: AppContext,
  withdrawal: WithdrawalRow,
  what: 'send' | 'ask',
  until: number,
): Promise<void> {
  const { payouts } = context.providers;
  const outcome =
    what === 'send'
      ? await pay(payouts, withdrawal, until)
      : outcomeOf(await payouts.query(orderOf(withdrawal, until)));
  if (outcome.decision === 'stuck')
    context.log.warn({ withdrawalId: withdrawal.id, reason: outcome.reason }, 'payout is stuck');
  await settlePayout(context, withdrawal, outcome);
}

async function pay(payouts: PayoutGateway, row: WithdrawalRow, until: number): Promise<PayoutOutcome> {
  const result = await payouts.pay({
    id: row.id,
    from: { bankCode: row.from_bank_code ?? '', accountNo: row.from_account_no ?? '' },
    to: { bankCode: row.bank_code, accountNo: row.bank_account_no, accountName: row.bank_account_name },
    amount: row.amount,
    ...viaOf(row),
    until,
  });
  switch (result.status) {
    case 'paid':
      return { decision: 'paid', transRef: result.transRef };
    case 'mismatch':
      return { decision: 'stuck', reason: `PAID_${result.amount}` };
    case 'manual':
      return { decision: 'manual' };
    case 'rejected':
      if (result.reason === 'DUPLICATE_ID') return { decision: 'stuck', reason: result.reason };
      // A refusal of this sending says nothing about an earlier one whose answer was lost.
      if (row.sends > 1) return { decision: 'later', reason: result.reason };
      return refused(payouts, row, result.reason, until);
    case 'not_sent':
      return { decision: 'not_sent', reason: result.reason };
    case 'pending':
      return { decision: 'later', reason: 'PENDING' };
    case 'unknown':
      return { decision: 'later', reason: result.reason };
  }
}

/** Gives the hold back after a refusal only if a look-up by our id agrees: one word may be a proxy's, or a mistake. */
async function refused(
  payouts: PayoutGateway,
  row: WithdrawalRow,
  reason: string,
  until: number,
): Promise<PayoutOutcome> {
  const known = await payouts.query(orderOf(row, until));
  if (known.status !== 'failed' && known.status !== 'not_found') return outcomeOf(known);
  return { decision: PASSING_REASONS.has(reason) ? 'not_sent' : 'rejected', reason };
}

const orderOf = (row: WithdrawalRow, until: number) => ({
  id: row.id,
  amount: row.amount,
  ...viaOf(row),
  until,
});

function outcomeOf(result: PayoutQuery): PayoutOutcome {
  switch (result.status) {
    case 'paid':
      return { decision: 'paid', transRef: result.transRef };
    case 'failed':
      return { decision: 'rejected', reason: result.reason };
    case 'mismatch':
      return { decision: 'stuck', reason: `PAID_${result.amount}` };
    case 'manual':
      return { decision: 'stuck', reason: 'MANUAL' };
    case 'pending':
      return { decision: 'later', reason: 'PENDING' };
    case 'unknown':
      return { decision: 'later', reason: result.reason };
    case 'not_found':
      return { decision: 'not_found' };
    case 'other_settings':
      return { decision: 'stuck', reason: OTHER_SETTINGS };
  }
}
