import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { findActive, lockMember } from '../bonus/bonusRow.ts';
import { creditReward, hasCondition } from '../bonus/creditReward.ts';
import { lockTotal } from '../bonus/memberTotal.ts';
import { activeDetail } from '../bonus/refuseLocked.ts';
import { requireClearBalance } from '../bonus/startBonus.ts';
import { requirePlay } from '../protection/admit.ts';
import { accruedRefund, type RefundRules } from './accruedRefund.ts';

interface Rules extends RefundRules {
  bonus: SettingValue<'bonus'>;
}

/**
 * Books the refund of the closed periods as a bonus-type credit with the refund's percentages (RFD-02). Each period is
 * refunded once.
 * @throws AppError REFUND_INACTIVE, NO_REFUND, REFUND_MINIMUM, REFUND_CONDITION: a bonus is active, or the refund has a
 * condition and the balance is not clear; and what requirePlay refuses
 */
export async function receiveRefund(trx: Trx, memberId: bigint, rules: Rules): Promise<void> {
  const { refund } = rules;
  if (!refund.isActive) throw new AppError('REFUND_INACTIVE');
  await lockMember(trx, memberId);
  await requirePlay(trx, memberId);
  const { periods, netLoss, amount, hasFigures } = await accruedRefund(trx, memberId, rules);
  if (!hasFigures) throw new AppError('NO_REFUND');
  if (amount < BigInt(refund.minimumSatang)) throw new AppError('REFUND_MINIMUM');
  const active = await findActive(trx, memberId);
  if (active)
    throw new AppError('REFUND_CONDITION', 'BONUS_ACTIVE', await activeDetail(trx, memberId, active));
  const total = await lockTotal(trx, memberId);
  if (hasCondition(refund)) refuseOtherBalance(() => requireClearBalance(total, 0n, rules.bonus));
  const { id } = await trx
    .insertInto('refund')
    .values({ member_id: memberId, amount, net_loss: netLoss, share_bps: refund.shareBps })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('refund_day')
    .values(
      periods.flatMap(({ from, to }) =>
        daysBetween(from, to).map((day) => ({ member_id: memberId, day, refund_id: id })),
      ),
    )
    .execute();
  const bonusId = await creditReward(trx, memberId, total, { source: 'refund', id, amount, ...refund });
  if (bonusId !== null)
    await trx.updateTable('refund').set({ member_bonus_id: bonusId }).where('id', '=', id).execute();
}

/** Moves a refund that has no open condition into the wallet (RFD-02). @throws AppError as receiveRefund does */
export async function refundToWallet(trx: Trx, memberId: bigint, rules: Rules): Promise<void> {
  if (rules.refund.isActive && hasCondition(rules.refund))
    throw new AppError('REFUND_CONDITION', 'it has a condition');
  await receiveRefund(trx, memberId, rules);
}

function refuseOtherBalance(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('REFUND_CONDITION', error.message, error.detail);
  }
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}
