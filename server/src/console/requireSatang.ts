import { type Satang, satangFromBaht } from '@krapao/contract/money';
import { AppError } from '../appError.ts';

/** An amount that an operator typed, in satang. @throws AppError INVALID_AMOUNT (parts of a satang) */
export function requireSatang(baht: number): Satang {
  const amount = satangFromBaht(baht);
  if (amount === null) throw new AppError('INVALID_AMOUNT');
  return amount;
}
