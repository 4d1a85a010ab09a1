import type { Db, Trx } from '../../database/connect.ts';
import { openMembers } from '../../modules/withdrawals/batch/batchFile.ts';
import { payOpenRows, takeBatchBack } from '../../modules/withdrawals/batch/closeRows.ts';
import type { ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { countOwnMoney, requireOthersMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';

/** A file for the bank, as the audit log names it. */
export const batchSubject = (batchId: string): string => `payoutBatch:${batchId}`;

/**
 * A file that is cancelled, always by two operators: its open rows can be paid again, and nobody but they say that the
 * bank never received it.
 */
export const takeBackApproval: ApprovalKind<{ batchId: string }> = {
  name: 'withdrawal.takeBack',
  permission: () => 'withdrawal.decide',
  present: fileFacts,
  apply: async (trx, applying, { batchId }, context) => {
    const { recorder, operatorId, decision, approval } = applying;
    const subject = batchSubject(batchId);
    const { ids, amount } = await takeBatchBack(trx, BigInt(batchId), operatorId);
    if (approval === undefined) throw new SecondPersonNeeded({ code: 'TWO_PERSONS' }, { subject, amount });
    await recorder({ action: 'withdrawal.takeBack', subject, after: { ids }, reason: decision.reason });
    await countOwnMoney(trx, applying, context, { subject, amount });
  },
};

/**
 * A file whose open rows are closed as paid without the bank's answer. That the members have their money is an
 * operator's word: it counts as money that no bank told of. Nobody closes the payout of a member whom they credited.
 */
export const allPaidApproval: ApprovalKind<{ batchId: string }> = {
  name: 'withdrawal.allPaid',
  permission: () => 'withdrawal.decide',
  present: fileFacts,
  apply: async (trx, applying, { batchId }, context) => {
    const { recorder, operatorId, decision, approval } = applying;
    const subject = batchSubject(batchId);
    const memberIds = await openMembers(trx, BigInt(batchId));
    const { items, amount } = await payOpenRows(trx, BigInt(batchId), decision);
    await recorder({
      action: 'withdrawal.allPaid',
      subject,
      after: { items, satang: amount },
      reason: decision.reason,
    });
    await countOwnMoney(trx, applying, context, { subject, amount });
    for (const decider of [operatorId, approval?.secondId])
      if (decider !== undefined) await requireOthersMoney(trx, decider, memberIds, context);
  },
};

async function fileFacts(db: Db | Trx, { batchId }: { batchId: string }): Promise<Fact[]> {
  const { file_name: name } = await db
    .selectFrom('payout_batch')
    .where('id', '=', BigInt(batchId))
    .select('file_name')
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('payout_batch_row')
    .where('payout_batch_id', '=', BigInt(batchId))
    .where('state', '=', 'EXPORTED')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return [
    { name: 'file', text: name },
    { name: 'openRows', text: String(open.count) },
  ];
}
