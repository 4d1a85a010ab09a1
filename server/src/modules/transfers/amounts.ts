import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { type Satang, satangFromBaht } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import { limitOf } from '../../errorDetail.ts';

/** The name of the member's wallet as a place of a transfer; every other place is a game provider's code. */
export const WALLET = 'WALLET';
/** The statement's name for the source of a collection. */
export const ALL_GAMES = 'ALL';

/** The amount of a transfer in satang. @throws AppError INVALID_AMOUNT, TRANSFER_MINIMUM with its limit (TRF-05) */
export function transferAmount(baht: number): Satang {
  const amount = satangFromBaht(baht);
  if (amount === null || amount <= 0n) throw new AppError('INVALID_AMOUNT');
  const minimum = BigInt(TRANSFER_MINIMUM_BAHT) * 100n;
  if (amount < minimum) throw new AppError('TRANSFER_MINIMUM', undefined, limitOf(minimum));
  return amount;
}
