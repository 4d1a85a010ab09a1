import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { lockRequestKey, type RequestKey, sameRequest } from '../../../http/requestKey.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../../../ledger/account.ts';
import { keyFrom } from '../../../ledger/key.ts';
import { post } from '../../../ledger/post.ts';
import { writeEntry } from '../../statement/writeEntry.ts';
import type { Recorder } from '../act.ts';
import type { ReasonCode } from './adjustment.ts';
import { lockMember } from './restrictMember.ts';

export interface AdjustmentRequest {
  memberId: bigint;
  /** Satang; below zero takes from the wallet. */
  amount: Satang;
  reasonCode: ReasonCode;
  reason: string;
  operatorId: bigint;
  requestKey: RequestKey;
  /** Up to this it is applied at once. */
  limit: Satang;
}

/**
 * Corrects a wallet by a posting against the house's adjustment account: at once up to the limit, above it when a second
 * operator approves. The same key is the same adjustment. @returns its id
 * @throws AppError NO_USER, INVALID_AMOUNT, MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH
 */
export async function requestAdjustment(
  trx: Trx,
  recorder: Recorder,
  request: AdjustmentRequest,
): Promise<string> {
  const { memberId, amount, reasonCode, reason, operatorId, requestKey, limit } = request;
  if (amount === 0n) throw new AppError('INVALID_AMOUNT');
  await lockMember(trx, memberId);
  await lockRequestKey(trx, operatorId, requestKey);
  const known = sameRequest(
    await trx
      .selectFrom('balance_adjustment')
      .where('requested_by', '=', operatorId)
      .where('idempotency_key', '=', requestKey.key)
      .select(['id', 'fingerprint'])
      .executeTakeFirst(),
    requestKey,
  );
  const subject = (id: string) => `adjustment:${id}`;
  if (known) {
    await recorder({ action: 'balance.repeat', subject: subject(known.id), memberId });
    return known.id;
  }
  const isApplied = (amount < 0n ? -amount : amount) <= limit;
  const { id } = await trx
    .insertInto('balance_adjustment')
    .values({
      member_id: memberId,
      amount,
      reason_code: reasonCode,
      reason,
      state: isApplied ? 'APPLIED' : 'PENDING',
      requested_by: operatorId,
      idempotency_key: requestKey.key,
      fingerprint: requestKey.fingerprint,
      ...(isApplied ? { decided_at: sql<Date>`now()`, decided_by: operatorId } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isApplied) await apply(trx, { id, member_id: memberId, amount }, operatorId);
  await recorder({
    action: isApplied ? 'balance.adjust' : 'balance.requestAdjustment',
    subject: subject(id),
    memberId,
    after: { satang: amount, reasonCode },
    reason,
  });
  return id;
}

/**
 * Applies, or refuses, an adjustment that waits. Who asked for it cannot approve it, but may take it back.
 * @throws AppError NO_DATA, ALREADY_DECIDED, FOUR_EYES, MONEY_NOT_ENOUGH
 */
export async function decideAdjustment(
  trx: Trx,
  recorder: Recorder,
  {
    id,
    isApproved,
    reason,
    operatorId,
  }: { id: string; isApproved: boolean; reason: string; operatorId: bigint },
): Promise<void> {
  const row = await trx
    .selectFrom('balance_adjustment')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state !== 'PENDING') throw new AppError('ALREADY_DECIDED', row.state);
  if (isApproved && row.requested_by === operatorId) throw new AppError('FOUR_EYES');
  const state = isApproved ? 'APPLIED' : 'REJECTED';
  await trx
    .updateTable('balance_adjustment')
    .set({ state, decided_by: operatorId, decided_because: reason, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  if (isApproved) await apply(trx, row, operatorId);
  await recorder({
    action: isApproved ? 'balance.approveAdjustment' : 'balance.rejectAdjustment',
    subject: `adjustment:${id}`,
    memberId: row.member_id,
    before: { state: row.state },
    after: { state, satang: row.amount },
    reason,
  });
}

async function apply(
  trx: Trx,
  { id, member_id: memberId, amount }: { id: string; member_id: bigint; amount: Satang },
  operatorId: bigint,
): Promise<void> {
  const house = await ensureHouseAccount(trx, 'adjustment');
  const wallet = await ensureMemberAccount(trx, memberId, 'wallet');
  const isCredit = amount > 0n;
  const size = isCredit ? amount : -amount;
  const cause = `adjustment:${id}`;
  await post(trx, {
    key: keyFrom('adjustment', id),
    code: 'adjustment',
    actor: `operator:${operatorId}`,
    cause,
    debit: isCredit ? house : wallet,
    credit: isCredit ? wallet : house,
    amount: size,
  });
  // The member sees it as money that came or went, from and to whom it says.
  await writeEntry(trx, {
    memberId,
    cause,
    type: isCredit ? 'deposit' : 'withdraw',
    status: 'SUCCESS',
    from: isCredit ? 'ADJUSTMENT' : 'WALLET',
    to: isCredit ? 'WALLET' : 'ADJUSTMENT',
    amount: size,
  });
}
