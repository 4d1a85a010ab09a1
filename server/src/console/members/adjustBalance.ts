import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { admitArrival, requirePlay, requireStanding } from '../../modules/protection/admit.ts';
import { DEPOSIT_REASONS } from '../../modules/protection/limits/depositUse.ts';
import { writeEntry } from '../../modules/statement/writeEntry.ts';
import type { Recorder } from '../act.ts';
import type { Applying, ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Cause, type Waits, waitsFor } from '../approvals/ask.ts';
import { countOwnMoney } from '../approvals/ownMoney.ts';
import { adjustmentsOf, type ReasonCode } from './adjustment.ts';
import { lockMember } from './restrictMember.ts';

export interface AdjustmentRequest {
  memberId: bigint;
  /** Satang; below zero takes from the wallet. */
  amount: Satang;
  reasonCode: ReasonCode;
  reason: string;
  requestKey: RequestKey;
  /** Why one operator is not enough, if known: then a second one is asked. */
  cause?: Cause;
}

/**
 * Adjusts a wallet by a posting against the house's adjustment account: at once, or after a second operator's approval.
 * The same key is the same adjustment. @returns its id, and the waiting request if there is one
 * @throws AppError NO_USER, INVALID_AMOUNT, MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH; SecondPersonNeeded without a cause
 */
export async function requestAdjustment(
  trx: Trx,
  recorder: Recorder,
  asker: Asker,
  request: AdjustmentRequest,
  context: AppContext,
): Promise<{ id: string; waits: Waits | null }> {
  const { memberId, amount, reasonCode, reason, requestKey, cause } = request;
  const operatorId = asker.operator.id;
  if (amount === 0n) throw new AppError('INVALID_AMOUNT');
  await lockMember(trx, memberId);
  const known = await madeBefore(trx, 'balance_adjustment', operatorId, requestKey);
  const subject = (id: string) => `adjustment:${id}`;
  if (known) {
    await recorder({ action: 'balance.repeat', subject: subject(known.id), memberId });
    return { id: known.id, waits: await waitsFor(trx, subject(known.id)) };
  }
  const id = await insertAdjustment(trx, operatorId, { memberId, amount, reasonCode, reason, requestKey });
  if (cause === undefined) {
    await apply(trx, { recorder, operatorId }, id, context);
    return { id, waits: null };
  }
  const waits = await askSecondPerson(trx, recorder, adjustmentApproval, asker, {
    subject: subject(id),
    payload: { adjustmentId: id },
    cause,
    reason,
    memberId,
    amount,
  });
  return { id, waits };
}

async function insertAdjustment(
  trx: Trx,
  operatorId: bigint,
  { memberId, amount, reasonCode, reason, requestKey }: Omit<AdjustmentRequest, 'cause'>,
): Promise<string> {
  const { id } = await trx
    .insertInto('balance_adjustment')
    .values({
      member_id: memberId,
      amount,
      reason_code: reasonCode,
      reason,
      state: 'PENDING',
      requested_by: operatorId,
      idempotency_key: requestKey.key,
      fingerprint: requestKey.fingerprint,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Books an adjustment as a part of what two operators have decided. @throws AppError as apply */
export async function adjustWithin(
  trx: Trx,
  applying: Pick<Applying, 'recorder' | 'operatorId' | 'approval'>,
  request: Omit<AdjustmentRequest, 'cause'>,
  context: AppContext,
): Promise<void> {
  await apply(trx, applying, await insertAdjustment(trx, applying.operatorId, request), context);
}

/** An adjustment that needs a second operator's approval. */
export const adjustmentApproval: ApprovalKind<{ adjustmentId: string }> = {
  name: 'balance.adjust',
  permission: () => 'balance.adjust',
  present: async (db, { adjustmentId: id }) => {
    const [adjustment] = await adjustmentsOf(db, { id, limit: 1 });
    return [{ name: 'reasonCode', text: adjustment?.reasonCode ?? '' }];
  },
  apply: (trx, applying, { adjustmentId }, context) => apply(trx, applying, adjustmentId, context),
  refuse: async (trx, { adjustmentId }, { operatorId, reason }) => {
    await trx
      .updateTable('balance_adjustment')
      .set({
        state: 'REJECTED',
        decided_by: operatorId,
        decided_because: reason,
        decided_at: sql<Date>`site.now()`,
      })
      .where('id', '=', adjustmentId)
      .execute();
  },
};

/**
 * Books a waiting adjustment, with its audit log line.
 * @throws AppError ALREADY_DECIDED, MONEY_NOT_ENOUGH, and what safer play refuses; SecondPersonNeeded
 */
async function apply(
  trx: Trx,
  applying: Pick<Applying, 'recorder' | 'operatorId' | 'approval'>,
  id: string,
  context: AppContext,
): Promise<void> {
  const { recorder, operatorId, approval } = applying;
  const row = await trx
    .updateTable('balance_adjustment')
    .set({
      state: 'APPLIED',
      decided_by: approval?.secondId ?? operatorId,
      decided_at: sql<Date>`site.now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['member_id', 'amount', 'reason_code', 'reason', 'requested_by'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('ALREADY_DECIDED');
  const { member_id: memberId, amount, reason_code: reasonCode, reason } = row;
  const house = await ensureHouseAccount(trx, 'adjustment');
  const wallet = await ensureMemberAccount(trx, memberId, 'wallet');
  const isCredit = amount > 0n;
  const size = isCredit ? amount : -amount;
  if (isCredit) await requireAdmitted(trx, memberId, amount, reasonCode as ReasonCode);
  const cause = `adjustment:${id}`;
  await post(trx, {
    key: keyFrom('adjustment', id),
    code: 'adjustment',
    actor: `operator:${row.requested_by}`,
    cause,
    debit: isCredit ? house : wallet,
    credit: isCredit ? wallet : house,
    amount: size,
  });
  // The member sees it as incoming or outgoing money, with source and target.
  await writeEntry(trx, {
    memberId,
    cause,
    type: isCredit ? 'deposit' : 'withdraw',
    status: 'SUCCESS',
    from: isCredit ? 'ADJUSTMENT' : 'WALLET',
    to: isCredit ? 'WALLET' : 'ADJUSTMENT',
    amount: size,
  });
  await recorder({
    action: 'balance.adjust',
    subject: cause,
    memberId,
    after: { satang: amount, reasonCode },
    reason,
  });
  await countOwnMoney(trx, applying, context, { subject: cause, amount: size, memberId });
}

/**
 * Money in a member's favour is a deposit where it may stand for one, and a gift of the house is an invitation to play.
 * What corrects an error was the member's before. An account that has ended takes nothing.
 */
async function requireAdmitted(
  trx: Trx,
  memberId: bigint,
  amount: Satang,
  reasonCode: ReasonCode,
): Promise<void> {
  await requireStanding(trx, memberId);
  if (reasonCode === 'GOODWILL') return requirePlay(trx, memberId);
  if (!DEPOSIT_REASONS.includes(reasonCode)) return;
  const closed = await admitArrival(trx, memberId, amount);
  if (closed) throw closed;
}
