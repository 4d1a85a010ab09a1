import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { payWithdrawal, rejectWithdrawal, type SeenPayout } from '../../modules/withdrawals/decidePayout.ts';
import type { ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { countOwnMoney, requireOthersMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { paidAlone, wasInFile } from './paidByHand.ts';

/** A decision about a withdrawal, as the operator saw it: if the bank says something meanwhile, nothing is decided. */
interface AsSeen {
  withdrawalId: string;
  batchId?: string;
  seen?: SeenPayout;
}

/**
 * A withdrawal that an operator paid. That it is paid is the operator's word alone, as with "all paid": it counts as money that no
 * bank told of, with a limit by the operator's role. A reference that proves another payout takes two operators
 * who know of it. Nobody pays a member whom they credited.
 */
export const payApproval: ApprovalKind<
  AsSeen & { transRef: string; accountId?: string | null; secondUseOf?: string }
> = {
  name: 'withdrawal.pay',
  permission: () => 'withdrawal.decide',
  present: async (db, { transRef, secondUseOf, ...asSeen }) => [
    { name: 'reference', text: transRef },
    ...(secondUseOf === undefined ? [] : await firstPayoutFacts(db, secondUseOf)),
    ...(await payoutFacts(db, asSeen)),
  ],
  apply: async (trx, applying, payload, context) => {
    const { withdrawalId, transRef, batchId, seen, accountId, secondUseOf } = payload;
    const { recorder, operatorId, decision, approval } = applying;
    const subject = `withdrawal:${withdrawalId}`;
    const paid = await payWithdrawal(trx, {
      withdrawalId,
      transRef,
      batchId,
      seen,
      accountId: accountId == null ? undefined : BigInt(accountId),
      secondUseOf,
      ...decision,
    });
    const { member_id: memberId, amount, reference_of: first } = paid;
    await recorder({
      action: 'withdrawal.pay',
      subject,
      memberId,
      after: { satang: amount, transRef, ...(first !== null && { secondUseOf: first }) },
      reason: decision.reason,
    });
    const { rows } = await sql<{ was: boolean }>`select ${wasInFile(withdrawalId)} as was`.execute(trx);
    const alone = await paidAlone(trx, operatorId, context, rows[0]?.was === true);
    const beyond = await countOwnMoney(trx, applying, context, { subject, amount, alone }).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof SecondPersonNeeded)) throw error;
        // It is not the member's money of the day, but what holds the member's payouts holds the request.
        return new SecondPersonNeeded(error.why, { ...error.money, memberId });
      },
    );
    // Who may not decide it at all asks nobody.
    for (const decider of [operatorId, approval?.secondId])
      if (decider !== undefined) await requireOthersMoney(trx, decider, [memberId], context);
    if (first !== null && approval === undefined)
      throw new SecondPersonNeeded({ code: 'REFERENCE_USED' }, { subject, amount, memberId });
    if (beyond !== undefined) throw beyond;
  },
};

/**
 * A refused withdrawal. Money that was never sent to a bank goes back without a limit. If the withdrawal is stuck or
 * was in a bank file, the bank may have paid it, and only an operator says that it did not.
 */
export const refusalApproval: ApprovalKind<AsSeen> = {
  name: 'withdrawal.reject',
  permission: () => 'withdrawal.decide',
  present: payoutFacts,
  apply: async (trx, applying, { withdrawalId, batchId, seen }, context) => {
    const { recorder, decision } = applying;
    const subject = `withdrawal:${withdrawalId}`;
    const before = await trx
      .selectFrom('withdrawal')
      .where('id', '=', withdrawalId)
      .select('state')
      .select(wasInFile(withdrawalId).as('was_in_file'))
      .forUpdate()
      .executeTakeFirst();
    const rejected = await rejectWithdrawal(trx, { withdrawalId, batchId, seen, ...decision });
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

/** The payout that the reference proves already. */
async function firstPayoutFacts(db: Db | Trx, id: string): Promise<Fact[]> {
  const { name, amount } = await db
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .where('w.id', '=', id)
    .select(['m.name', 'w.amount'])
    .executeTakeFirstOrThrow();
  return [
    { name: 'firstPayout', text: id },
    { name: 'firstPayoutName', text: name },
    { name: 'firstPayoutAmount', amount },
  ];
}

/** Whose money it is, how much, and what the bank says of it: as the asker saw it, and now. */
async function payoutFacts(db: Db | Trx, { withdrawalId, seen }: AsSeen): Promise<Fact[]> {
  const row = await db
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .where('w.id', '=', withdrawalId)
    .select(['w.amount', 'w.state', 'w.reason', 'w.payout_batch_id', 'm.name'])
    .select(['w.bank_code', 'w.bank_account_no', 'w.bank_account_name'])
    .executeTakeFirstOrThrow();
  const now = saidOf(row.state, row.reason);
  const before = seen === undefined ? now : saidOf(seen.state, seen.why);
  return [
    { name: 'name', text: row.name },
    { name: 'amount', amount: row.amount },
    { name: 'bankCode', text: row.bank_code },
    { name: 'bankAccountNo', text: row.bank_account_no },
    { name: 'bankAccountName', text: row.bank_account_name },
    ...(row.payout_batch_id === null ? [] : [{ name: 'file', text: row.payout_batch_id.toString() }]),
    { name: 'bankSays', ...(before === now ? { text: now } : { change: { before, after: now } }) },
    { name: 'withdrawal', text: withdrawalId },
  ];
}

const saidOf = (state: string, reason: string | null): string => reason ?? state;
