import { sql } from 'kysely';
import { settleStuckTransfer } from '../../modules/transfers/settleStuckTransfer.ts';
import { payWithdrawal, rejectWithdrawal } from '../../modules/withdrawals/decidePayout.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { countOwnMoney, requireOthersMoney } from '../approvals/ownMoney.ts';

/**
 * The result of a stuck operation at a provider, on an operator's word. If it brings money to the wallet (the money
 * left the game, or never reached it), it counts as money credited by the operator.
 */
export const settleApproval: ApprovalKind<{ legId: string; outcome: 'CONFIRMED' | 'REJECTED' }> = {
  name: 'transfer.settle',
  permission: () => 'transfer.decide',
  wakes: 'transfers',
  present: (_, { outcome }) => [{ name: 'outcome', text: outcome }],
  apply: async (trx, applying, { legId, outcome }, context) => {
    const { recorder, decision } = applying;
    const subject = `transferLeg:${legId}`;
    const transfer = await settleStuckTransfer(trx, { legId, outcome, ...decision });
    const memberId = transfer.member_id;
    await recorder({
      action: 'transfer.settle',
      subject,
      memberId,
      after: { outcome },
      reason: decision.reason,
    });
    const { direction, amount } = await trx
      .selectFrom('transfer_leg')
      .where('id', '=', legId)
      .select(['direction', 'amount'])
      .executeTakeFirstOrThrow();
    if ((direction === 'out') === (outcome === 'CONFIRMED'))
      await countOwnMoney(trx, applying, context, { subject, amount, memberId });
  },
};

/**
 * A withdrawal that an operator paid. If it was in a file for the bank, that it is paid may be the operator's word alone,
 * as with "all paid": it counts as money that no bank told of. Nobody pays a member whom they credited.
 */
export const payApproval: ApprovalKind<{
  withdrawalId: string;
  transRef: string;
  batchId?: string;
  accountId?: string;
}> = {
  name: 'withdrawal.pay',
  permission: () => 'withdrawal.decide',
  present: (_, { transRef }) => [{ name: 'reference', text: transRef }],
  apply: async (trx, applying, { withdrawalId, transRef, batchId, accountId }, context) => {
    const { recorder, operatorId, decision, approval } = applying;
    const subject = `withdrawal:${withdrawalId}`;
    const paid = await payWithdrawal(trx, {
      withdrawalId,
      transRef,
      batchId,
      accountId: accountId === undefined ? undefined : BigInt(accountId),
      ...decision,
    });
    const { member_id: memberId, amount } = paid;
    await recorder({
      action: 'withdrawal.pay',
      subject,
      memberId,
      after: { satang: amount, transRef },
      reason: decision.reason,
    });
    const { rows } = await sql<{ was: boolean }>`select ${wasInFile(withdrawalId)} as was`.execute(trx);
    if (rows[0]?.was) await countOwnMoney(trx, applying, context, { subject, amount });
    for (const decider of [operatorId, approval?.secondId])
      if (decider !== undefined) await requireOthersMoney(trx, decider, [memberId], context);
  },
};

/**
 * A refused withdrawal. Money that was never sent to a bank goes back without a limit. If the withdrawal is stuck or
 * was in a bank file, the bank may have paid it, and only an operator says that it did not.
 */
export const refusalApproval: ApprovalKind<{ withdrawalId: string; batchId?: string }> = {
  name: 'withdrawal.reject',
  permission: () => 'withdrawal.decide',
  present: (_, { withdrawalId }) => [{ name: 'reference', text: withdrawalId }],
  apply: async (trx, applying, { withdrawalId, batchId }, context) => {
    const { recorder, decision } = applying;
    const subject = `withdrawal:${withdrawalId}`;
    const before = await trx
      .selectFrom('withdrawal')
      .where('id', '=', withdrawalId)
      .select('state')
      .select(wasInFile(withdrawalId).as('was_in_file'))
      .forUpdate()
      .executeTakeFirst();
    const rejected = await rejectWithdrawal(trx, { withdrawalId, batchId, ...decision });
    const { member_id: memberId, amount } = rejected;
    await recorder({
      action: 'withdrawal.reject',
      subject,
      memberId,
      after: { satang: amount },
      reason: decision.reason,
    });
    if (before?.state === 'STUCK' || before?.was_in_file)
      await countOwnMoney(trx, applying, context, { subject, amount, memberId });
  },
};

/** A cancelled file counts too: only an operator says that the bank never received it. */
const wasInFile = (id: string) =>
  sql<boolean>`exists (select from payout_batch_row where withdrawal_id = ${id})`;
