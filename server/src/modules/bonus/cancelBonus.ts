import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { findActive, lockMember, termsOf } from './bonusRow.ts';
import { endBonus } from './endBonus.ts';
import { balanceSince, lockTotal } from './memberTotal.ts';
import { cancelCostOf } from './terms.ts';

/**
 * Cancels the active bonus and takes exactly the cost that the member was shown (BON-01).
 * @throws AppError NO_DATA (none is active), BONUS_CONDITION: the cost is not what was shown last, money is on its way, or
 * the wallet has less than the cost because it is in games
 */
export async function cancelBonus(trx: Trx, memberId: bigint): Promise<void> {
  await lockMember(trx, memberId);
  const bonus = await findActive(trx, memberId);
  if (bonus === undefined) throw new AppError('NO_DATA');
  const total = await lockTotal(trx, memberId);
  if (total.isMoving) throw new AppError('BONUS_CONDITION', 'money on its way');
  const now = await balanceSince(trx, bonus, total);
  const cost = cancelCostOf(termsOf(bonus), now);
  if (bonus.quoted_cost !== null && bonus.quoted_cost !== cost)
    throw new AppError('BONUS_CONDITION', 'the cost has changed');
  if (total.available < cost) throw new AppError('BONUS_CONDITION', 'the money is in games');
  await endBonus(trx, bonus, total, { state: 'CANCELLED', endedWith: now, removed: cost });
}
