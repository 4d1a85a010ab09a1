import type { ErrorReason } from '@krapao/contract/errors';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import { errorDetail } from '../../errorDetail.ts';

/** The refusal BONUS_CONDITION with its cause and the cause's amounts in satang. */
export function bonusCondition(reason: ErrorReason, amounts?: Record<string, Satang>): AppError {
  return new AppError('BONUS_CONDITION', reason, errorDetail(reason, amounts));
}
