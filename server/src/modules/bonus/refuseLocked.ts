import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { findActive, lockMember } from './bonusRow.ts';

/**
 * Keeps money in while a bonus is active (WDR-03). Call it first in the transaction that takes the money, before any
 * other lock: no bonus can start until that transaction ends. @throws AppError BONUS_CONDITION
 */
export async function refuseLockedByBonus(trx: Trx, memberId: bigint): Promise<void> {
  await lockMember(trx, memberId);
  if (await findActive(trx, memberId)) throw new AppError('BONUS_CONDITION');
}
