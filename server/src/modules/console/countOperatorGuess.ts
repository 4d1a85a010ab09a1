import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { countFailure, type LockRule } from '../auth/failureLock.ts';

/** Counts a guess of a password or code, in the operators' own words. @throws AppError OPERATOR_LOCKED after too many */
export async function countOperatorGuess(db: Db, rule: LockRule, subject: string): Promise<void> {
  await countFailure(db, rule, subject).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('OPERATOR_LOCKED') : error;
  });
}
