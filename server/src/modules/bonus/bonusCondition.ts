import type { ErrorReason } from '@krapao/contract/errors';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import { errorDetail } from '../../errorDetail.ts';

/** The refusal BONUS_CONDITION with the one of its causes that it was, and the satang that belong to it. */
export function bonusCondition(reason: ErrorReason, amounts?: Record<string, Satang>): AppError {
  return new AppError('BONUS_CONDITION', reason, errorDetail(reason, amounts));
}
