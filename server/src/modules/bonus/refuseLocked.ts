import type { ErrorDetail } from '@krapao/contract/errors';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { errorDetail } from '../../errorDetail.ts';
import { type BonusRow, findActive, lockMember, termsOf } from './bonusRow.ts';
import { balanceSince, readTotal } from './memberTotal.ts';
import { targetOf } from './terms.ts';

/**
 * Refuses while a bonus is active (WDR-03). Call it first in the transaction that takes the money, before any other
 * lock: no bonus can start until that transaction ends. @throws AppError BONUS_CONDITION
 */
export async function refuseLockedByBonus(trx: Trx, memberId: bigint): Promise<void> {
  await lockMember(trx, memberId);
  const bonus = await findActive(trx, memberId);
  if (bonus) throw new AppError('BONUS_CONDITION', 'BONUS_ACTIVE', await activeDetail(trx, memberId, bonus));
}

/** The progress of the bonus that blocks the member. */
export async function activeDetail(trx: Trx, memberId: bigint, bonus: BonusRow): Promise<ErrorDetail> {
  const now = await balanceSince(trx, bonus, await readTotal(trx, memberId));
  return errorDetail('BONUS_ACTIVE', { now, target: targetOf(termsOf(bonus)) });
}
