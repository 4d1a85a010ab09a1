import { type Satang, satangFromBaht } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import { limitOf } from '../../errorDetail.ts';

/**
 * Reads the amount that a member wants to deposit.
 * @throws AppError INVALID_AMOUNT, DEPOSIT_MINIMUM with the limit
 */
export function readDepositAmount(baht: number, minimum: Satang): Satang {
  const amount = satangFromBaht(baht);
  if (amount === null || amount <= 0n) throw new AppError('INVALID_AMOUNT');
  if (amount < minimum) throw new AppError('DEPOSIT_MINIMUM', undefined, limitOf(minimum));
  return amount;
}
