import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { finishEntry } from '../../statement/writeEntry.ts';
import type { DepositRules } from '../depositRules.ts';
import {
  type CreditedAsSeen,
  creditSeenTransfer,
  requireTransRef,
  type TransferSeenByOperator,
} from '../incoming/creditSeenTransfer.ts';
import { closeSlips, isSlipOf, lockSlips } from '../slip/operatorSlips.ts';
import type { ManualDeposit } from './addTransferClaim.ts';

type ManualDecision = Decision & { manualId: bigint };

/**
 * Completes a transfer claim with the transfer that an operator saw at the bank, once; waiting slips of that transfer
 * end with it.
 * @throws AppError NO_DATA, ALREADY_DECIDED (the claim or its transfer), INVALID_AMOUNT, NO_BANK, INVALID_REQUEST
 */
export async function approveTransferClaim(
  trx: Trx,
  {
    manualId,
    seen,
    ...decision
  }: ManualDecision & { seen: Omit<TransferSeenByOperator, 'transferredAt' | 'sendingBank'> },
  rules: DepositRules,
): Promise<ManualDeposit & Pick<CreditedAsSeen, 'isToldElsewhere'>> {
  const columns = decisionColumns(decision);
  const transRef = requireTransRef(seen.transRef);
  const slips = await lockSlips(trx, { transRef });
  const { member_id, created_at } = await readManual(trx, manualId);
  // Locks the transfer before the claim: reports lock them in this order.
  const credited = await creditSeenTransfer(
    trx,
    { ...seen, transRef, transferredAt: created_at },
    { memberId: member_id, cause: `manual:${manualId}`, decision },
    rules,
  );
  const claim = await end(trx, manualId, {
    status: 'SUCCESS',
    incoming_transfer_id: credited.id,
    ...columns,
  });
  await closeSlips(trx, slips.filter(isSlipOf(credited)), credited, decision);
  return { ...claim, isToldElsewhere: credited.isToldElsewhere };
}

/** Ends a claim without a transfer. @throws AppError NO_DATA, ALREADY_DECIDED, INVALID_REQUEST */
export async function rejectTransferClaim(
  trx: Trx,
  { manualId, ...decision }: ManualDecision,
): Promise<ManualDeposit> {
  const claim = await end(trx, manualId, { status: 'FAILED', ...decisionColumns(decision) });
  await finishEntry(trx, `manual:${manualId}`, 'FAILED');
  return claim;
}

async function end(
  trx: Trx,
  id: bigint,
  change: ReturnType<typeof decisionColumns> &
    ({ status: 'SUCCESS'; incoming_transfer_id: bigint } | { status: 'FAILED' }),
): Promise<ManualDeposit> {
  const ended = await trx
    .updateTable('manual_deposit')
    .set({ ...change, finished_at: sql<Date>`site.clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returningAll()
    .executeTakeFirst();
  if (ended) return ended;
  throw new AppError('ALREADY_DECIDED', (await readManual(trx, id)).status);
}

async function readManual(trx: Trx, id: bigint): Promise<ManualDeposit> {
  const claim = await trx.selectFrom('manual_deposit').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) throw new AppError('NO_DATA', 'no such claim');
  return claim;
}
