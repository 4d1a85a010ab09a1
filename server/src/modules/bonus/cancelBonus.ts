import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { bonusCondition } from './bonusCondition.ts';
import { findActive, lockMember, ownOf } from './bonusRow.ts';
import { endBonus } from './endBonus.ts';
import { balanceSince, lockTotal } from './memberTotal.ts';
import { earlyEndCostOf } from './terms.ts';

/**
 * Cancels the active bonus and takes exactly the cost that the member was shown (BON-01).
 * @throws AppError NO_DATA (none is active), BONUS_CONDITION: the cost is not the one shown last, money is in transit,
 * a game that may hold money does not report its balance, or the wallet has less than the cost because it is in games
 */
export async function cancelBonus(trx: Trx, memberId: bigint): Promise<void> {
  await lockMember(trx, memberId);
  const bonus = await findActive(trx, memberId);
  if (bonus === undefined) throw new AppError('NO_DATA');
  const total = await lockTotal(trx, memberId);
  if (total.isMoving) throw bonusCondition('MOVING');
  if (total.isStale) throw bonusCondition('GAME_SILENT');
  const now = await balanceSince(trx, bonus, total);
  const cost = earlyEndCostOf(ownOf(bonus), now);
  if (bonus.quoted_cost !== null && bonus.quoted_cost !== cost)
    throw bonusCondition('COST_CHANGED', { cost });
  if (total.available < cost) throw bonusCondition('COST_IN_GAMES', { cost, wallet: total.available });
  await endBonus(trx, bonus, total, { state: 'CANCELLED', endedWith: now, removed: cost });
}

/**
 * Ends the active bonus, if there is one, for a member who may not play any more: as after a cancel the member keeps their
 * own money. @returns false while money moves, a game is silent, or the cost is still in games
 */
export async function endBonusAtOnce(trx: Trx, memberId: bigint): Promise<boolean> {
  await lockMember(trx, memberId);
  const bonus = await findActive(trx, memberId);
  if (bonus === undefined) return true;
  const total = await lockTotal(trx, memberId);
  if (total.isMoving || total.isStale) return false;
  const now = await balanceSince(trx, bonus, total);
  const cost = earlyEndCostOf(ownOf(bonus), now);
  if (total.available < cost) return false;
  await endBonus(trx, bonus, total, { state: 'CANCELLED', endedWith: now, removed: cost });
  return true;
}
