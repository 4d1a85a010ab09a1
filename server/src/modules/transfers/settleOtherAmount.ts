import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import { ensureMemberAccount, lockMemberAccounts } from '../../ledger/account.ts';
import { post } from '../../ledger/post.ts';
import { causeOf, type GameTransfer, type LegRow } from './gameTransfer.ts';
import { keyOf } from './legMoney.ts';
import { bookLeg } from './settleLeg.ts';
import { lockStuck } from './settleStuckTransfer.ts';

interface OtherAmount extends Decision {
  legId: string;
  /** Satang that moved at the provider. */
  moved: Satang;
}

/**
 * A stuck operation of which the provider moved `moved` satang. @returns it, locked with its transfer
 * @throws AppError INVALID_AMOUNT (nothing, or what was asked for), and as settleStuckTransfer
 */
export async function lockOtherAmount(
  trx: Trx,
  { legId, moved }: Pick<OtherAmount, 'legId' | 'moved'>,
): Promise<{ transfer: GameTransfer; leg: LegRow }> {
  const stuck = await lockStuck(trx, legId);
  if (moved <= 0n || moved === stuck.leg.amount) throw new AppError('INVALID_AMOUNT');
  return stuck;
}

/**
 * Ends a stuck operation at a provider that moved another amount than we asked for, and continues its transfer: what moved
 * is booked, and what less went into a game returns to the wallet.
 * @param give books into the wallet, from the house, what more went into a game than the member had sent
 * @returns the transfer, and the operation as it was
 * @throws AppError PROVIDER_SAYS_OTHERWISE (its last word is not `moved`), and as lockOtherAmount
 */
export async function settleOtherAmount(
  trx: Trx,
  { legId, moved, ...decision }: OtherAmount,
  give: (memberId: bigint, amount: Satang) => Promise<void>,
): Promise<{ transfer: GameTransfer; asked: LegRow }> {
  const { transfer, leg } = await lockOtherAmount(trx, { legId, moved });
  if (leg.said_moved !== null && leg.said_moved !== moved)
    throw new AppError('PROVIDER_SAYS_OTHERWISE', `it says ${leg.said_moved}`);
  await lockMemberAccounts(trx, leg.member_id);
  if (leg.direction === 'in') await reserveOther(trx, leg, moved, decision.operator, give);
  await trx
    .updateTable('transfer_leg')
    .set({ amount: moved, asked_amount: leg.amount, ...decisionColumns(decision) })
    .where('id', '=', legId)
    .execute();
  await bookLeg(trx, transfer, leg, { state: 'CONFIRMED', reason: leg.reason, actor: decision.operator });
  const settled = await trx
    .selectFrom('transfer')
    .selectAll()
    .where('id', '=', transfer.id)
    .executeTakeFirstOrThrow();
  return { transfer: settled, asked: leg };
}

/** Of a way into a game, what is reserved becomes what moved. */
async function reserveOther(
  trx: Trx,
  { id, transfer_id: transferId, member_id: memberId, amount }: LegRow,
  moved: Satang,
  actor: string,
  give: (memberId: bigint, amount: Satang) => Promise<void>,
): Promise<void> {
  const more = moved - amount;
  if (more > 0n) await give(memberId, more);
  const wallet = await ensureMemberAccount(trx, memberId, 'wallet');
  const reserved = await ensureMemberAccount(trx, memberId, 'in_transfer');
  await post(trx, {
    key: keyOf(id, 'difference'),
    groupId: transferId,
    cause: causeOf(transferId),
    actor,
    ...(more > 0n
      ? { code: 'transfer_reserve', debit: wallet, credit: reserved, amount: more }
      : { code: 'transfer_return', debit: reserved, credit: wallet, amount: -more }),
  });
}
