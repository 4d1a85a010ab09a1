import type { AppContext } from '../../context.ts';
import type { PayoutGateway, PayoutQuery } from '../../providers/payoutGateway.ts';
import { type PayoutOutcome, settlePayout } from './settlePayout.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

// Temporary refusals: nothing was applied, and the same order may succeed later.
const PASSING_REASONS = new Set(['MAINTENANCE', 'RATE_LIMITED']);

/** Calls the bank once about a claimed withdrawal, to send it or to look it up, and books the result. */
export async function payOut(
  context: AppContext,
  withdrawal: WithdrawalRow,
  what: 'send' | 'ask',
): Promise<void> {
  const { payouts } = context.providers;
  const outcome = what === 'send' ? await pay(payouts, withdrawal) : await ask(payouts, withdrawal);
  if (outcome.decision === 'stuck')
    context.log.warn({ withdrawalId: withdrawal.id, reason: outcome.reason }, 'payout is stuck');
  await settlePayout(context, withdrawal, outcome);
}

async function pay(payouts: PayoutGateway, row: WithdrawalRow): Promise<PayoutOutcome> {
  const result = await payouts.pay({
    id: row.id,
    from: { bankCode: row.from_bank_code ?? '', accountNo: row.from_account_no ?? '' },
    to: { bankCode: row.bank_code, accountNo: row.bank_account_no, accountName: row.bank_account_name },
    amount: row.amount,
    via: row.payout_connection_id,
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
      return refused(payouts, row, result.reason);
    case 'not_sent':
      return { decision: 'not_sent', reason: 'SWITCHED_OFF' };
    case 'pending':
      return { decision: 'later', reason: 'PENDING' };
    case 'unknown':
      return { decision: 'later', reason: result.reason };
  }
}

/** Keeps the hold after a refusal if a look-up by our id says that the bank pays, or may pay. */
async function refused(payouts: PayoutGateway, row: WithdrawalRow, reason: string): Promise<PayoutOutcome> {
  const known = await payouts.query(orderOf(row));
  if (known.status === 'paid' || known.status === 'pending' || known.status === 'mismatch')
    return outcomeOf(known);
  return { decision: PASSING_REASONS.has(reason) ? 'not_sent' : 'rejected', reason };
}

async function ask(payouts: PayoutGateway, row: WithdrawalRow): Promise<PayoutOutcome> {
  return outcomeOf(await payouts.query(orderOf(row)));
}

const orderOf = ({ id, amount, payout_connection_id: via }: WithdrawalRow) => ({ id, amount, via });

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
  }
}
