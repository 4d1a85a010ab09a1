import { AppError } from '../appError.ts';

/**
 * Translates a delay after guesses into the operators' code. @throws AppError OPERATOR_LOCKED instead of
 * REQUEST_LIMIT_1MIN
 */
export async function inOperatorsWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const isDelayed = error instanceof AppError && error.code === 'REQUEST_LIMIT_1MIN';
    throw isDelayed ? new AppError('OPERATOR_LOCKED') : error;
  });
}
