import { AppError } from '../appError.ts';

interface DatabaseError {
  code?: string;
  constraint?: string;
  message?: string;
}

const RESOLVED_ONCE = new Set(['posting_pending_once', 'posting_reversed_once']);

/** Another command already resolved this hold or reversed this posting. */
export class AlreadyResolvedError extends AppError {
  constructor(detail?: string) {
    super('INTERNAL_SERVER_ERROR', detail);
  }
}

/** Translates the ledger's refusals into AppErrors; other errors come back unchanged. */
export function toAppError(error: unknown): unknown {
  const { code, constraint, message } = error as DatabaseError;
  if (code === '23514' && constraint === 'account_not_below_floor') return new AppError('MONEY_NOT_ENOUGH');
  if (code === 'KL001') return new AppError('IDEMPOTENCY_MISMATCH', message);
  if (code === '23505' && RESOLVED_ONCE.has(constraint ?? '')) return new AlreadyResolvedError(message);
  if (code?.startsWith('KL') || code === '23514' || code === '22003') {
    return new AppError('INTERNAL_SERVER_ERROR', `ledger: ${message}`);
  }
  return error;
}
