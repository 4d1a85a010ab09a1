import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { leaseOf } from '../../jobs/leaseOf.ts';
import type { PayoutGateway } from '../../providers/payoutGateway.ts';
import { type PayoutOutcome, settlePayout } from './settlePayout.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

// Refusals that are about the moment: nothing was applied and the same order may be good later.
const PASSING_REASONS = new Set(['MAINTENANCE', 'RATE_LIMITED']);

export interface ClaimedPayout {
  withdrawal: WithdrawalRow;
  isSending: boolean;
}

/** Takes the next withdrawal that is due; one that is to be paid becomes SENT before anybody is called. */
export async function claimWithdrawal(context: AppContext): Promise<ClaimedPayout | undefined> {
  return context.db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const lease = leaseOf(context.config.leaseSeconds);
    const update = trx.updateTable('withdrawal').where('id', '=', due.id).returningAll();
    if (due.state !== 'HELD') {
      const withdrawal = await update.set(lease).executeTakeFirstOrThrow();
      return { withdrawal, isSending: false };
    }
    const from = due.from_bank_code === null ? await payingAccount(trx, due) : undefined;
    const canPay = due.from_bank_code !== null || from !== undefined;
    const isAutomatic = due.sends > 0 || (context.settings.get('withdraw').isAutomatic && canPay);
    const sending = { ...lease, ...from, state: 'SENT', sends: due.sends + 1 };
    const withdrawal = await update
      .set(isAutomatic ? sending : { state: 'MANUAL', due_at: null })
      .executeTakeFirstOrThrow();
    return { withdrawal, isSending: isAutomatic };
  });
}

/** Our account that pays: at the member's own bank where we have one there. */
async function payingAccount(
  trx: Trx,
  { bank_code: bankCode }: WithdrawalRow,
): Promise<{ from_bank_code: string; from_account_no: string } | undefined> {
  return trx
    .selectFrom('deposit_account')
    .select(['bank_code as from_bank_code', 'account_no as from_account_no'])
    .where('bank_type', '=', 'BANK')
    .where('currency', '=', 'BAHT')
    .where('is_active', '=', true)
    .orderBy(sql`bank_code = ${bankCode}`, 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

/** Calls the bank once about a claimed withdrawal and books what is known after it. */
export async function payOut(context: AppContext, { withdrawal, isSending }: ClaimedPayout): Promise<void> {
  const { payouts } = context.providers;
  const outcome = isSending ? await pay(payouts, withdrawal) : await ask(payouts, withdrawal);
  if (outcome.decision === 'stuck')
    context.log.warn({ withdrawalId: withdrawal.id, reason: outcome.reason }, 'payout is stuck');
  await settlePayout(context.db, withdrawal, outcome);
}

async function pay(payouts: PayoutGateway, row: WithdrawalRow): Promise<PayoutOutcome> {
  const result = await payouts.pay({
    id: row.id,
    from: { bankCode: row.from_bank_code ?? '', accountNo: row.from_account_no ?? '' },
    to: { bankCode: row.bank_code, accountNo: row.bank_account_no, accountName: row.bank_account_name },
    amount: row.amount,
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
      return PASSING_REASONS.has(result.reason)
        ? { decision: 'not_sent', reason: result.reason }
        : { decision: 'rejected', reason: result.reason };
    case 'pending':
      return { decision: 'later', reason: 'PENDING' };
    case 'unknown':
      return { decision: 'later', reason: result.reason };
  }
}

async function ask(payouts: PayoutGateway, row: WithdrawalRow): Promise<PayoutOutcome> {
  const result = await payouts.query({ id: row.id, amount: row.amount });
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
