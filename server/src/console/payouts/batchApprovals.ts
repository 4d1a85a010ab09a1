import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { openMembers } from '../../modules/withdrawals/batch/batchFile.ts';
import {
  answerRows,
  type PaidRow,
  payOpenRows,
  takeBatchBack,
} from '../../modules/withdrawals/batch/closeRows.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { waitsFor } from '../approvals/ask.ts';
import { countOwnMoney, requireOthersMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { paidAlone } from '../queues/paidByHand.ts';

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
    // The bank says that it has paid some of it: that is decided first.
    if ((await waitsFor(trx, subject, 'withdrawal.answerPaid')) !== null)
      throw new AppError('APPROVAL_WAITING', subject);
    if (approval === undefined) throw new SecondPersonNeeded({ code: 'TWO_PERSONS' }, { subject, amount });
    await recorder({ action: 'withdrawal.takeBack', subject, after: { ids }, reason: decision.reason });
    await countOwnMoney(trx, applying, context, { subject, amount });
  },
};

/**
 * A file whose open rows are closed as paid without the bank's answer. That the members have their money is an
 * operator's word: it counts as money that no bank told of, with the limit of a payout of a file by hand for their sum. Nobody
 * closes the payout of a member whom they credited.
 */
export const allPaidApproval: ApprovalKind<{ batchId: string }> = {
  name: 'withdrawal.allPaid',
  permission: () => 'withdrawal.decide',
  present: fileFacts,
  apply: async (trx, applying, { batchId }, context) => {
    const { recorder, operatorId, decision } = applying;
    const subject = batchSubject(batchId);
    const memberIds = await openMembers(trx, BigInt(batchId));
    const paid = await payOpenRows(trx, BigInt(batchId), decision);
    const amount = sumOf(paid);
    await recorder({
      action: 'withdrawal.allPaid',
      subject,
      after: { items: paid.length, satang: amount },
      reason: decision.reason,
    });
    const alone = await paidAlone(trx, operatorId, context, true);
    if (amount > 0n) await countOwnMoney(trx, applying, context, { subject, amount, alone });
    await requireDecidersOf(trx, applying, memberIds, context);
  },
};

/** What an uploaded answer tells as paid, above the limits of whoever uploaded it: `rows` by their lines. */
export interface AnswerPaid {
  batchId: string;
  resultId: string;
  rows: readonly { line: number; bankReference?: string }[];
}

/**
 * Rows of a bank's answer that are booked as paid by two. What a colleague has booked meanwhile stays booked; where
 * another row was closed otherwise, the answer has to be uploaded again, so that somebody reads what the bank says of it.
 */
export const answerPaidApproval: ApprovalKind<AnswerPaid> = {
  name: 'withdrawal.answerPaid',
  permission: () => 'withdrawal.decide',
  present: async (db, { batchId, rows }) => [
    ...(await fileFacts(db, { batchId })),
    { name: 'paidRows', text: String(rows.length) },
  ],
  apply: async (trx, applying, { batchId, resultId, rows }, context) => {
    const { recorder, decision, approval } = applying;
    const answers = new Map(
      rows.map(({ line, bankReference }) => [line, { state: 'PAID', bankReference } as const]),
    );
    const source = { decision, resultId: BigInt(resultId), approvalId: approval?.id };
    const { ends, closedBefore, paid } = await answerRows(trx, BigInt(batchId), answers, source);
    if (ends.size === 0) throw new AppError('ALREADY_DECIDED', 'every row of it has an answer');
    if ([...closedBefore.values()].some(({ state }) => state !== 'PAID'))
      throw new AppError('CHANGED_MEANWHILE', 'a row was closed otherwise');
    const booked = [...paid.values()];
    await recorder({
      action: 'withdrawal.answerPaid',
      subject: batchSubject(batchId),
      after: { items: booked.length, satang: sumOf(booked), approvalId: approval?.id },
      reason: decision.reason,
    });
    for (const { id, amount } of booked)
      await countOwnMoney(trx, applying, context, { subject: `withdrawal:${id}`, amount });
    await requireDecidersOf(
      trx,
      applying,
      booked.map(({ member_id }) => member_id),
      context,
    );
  },
};

const sumOf = (paid: readonly PaidRow[]): Satang => paid.reduce((sum, { amount }) => sum + amount, 0n);

/** @throws AppError PAYOUT_OWN_DEPOSIT if one of the two operators credited one of these members */
async function requireDecidersOf(
  trx: Trx,
  { operatorId, approval }: Applying,
  memberIds: readonly bigint[],
  context: AppContext,
): Promise<void> {
  for (const decider of [operatorId, approval?.secondId])
    if (decider !== undefined) await requireOthersMoney(trx, decider, memberIds, context);
}

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
