import type { Outcome } from '@krapao/contract/api/outcome';
import { ApiError } from '@krapao/contract/client';
import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import type { QueryClient } from '@tanstack/react-query';
import { client } from './api.ts';
import { serverCanMore } from './serverCan.ts';

/** The outcome of a money call, once it is known. */
export type KnownOutcome = Outcome & { state: Exclude<Outcome['state'], 'unknown'> };

/** The server failed without knowing the outcome. */
const UNDECIDED: readonly (AnyErrorCode | undefined)[] = [
  undefined,
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
];

/**
 * True when an error leaves open whether the call took effect: no answer came, a proxy answered, the server failed, or
 * the same call is still running. Any other error is definite and frees the key.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0) return error.reason !== 'aborted';
  return error.code === 'REQUEST_IN_PROGRESS' || (error.status >= 500 && UNDECIDED.includes(error.code));
}

/** Asks the server for the outcome of the call with this Idempotency-Key; null when it cannot be reached. */
export async function askOutcome(key: string): Promise<Outcome | null> {
  return client('GET /api/outcome/:key', { params: { key } }).catch(() => null);
}

/** Whether the server tells outcomes: the specification has no such call. */
export function canTellOutcomes(): boolean {
  return serverCanMore() !== false;
}

/** The error of a lost answer where the server cannot be asked for the outcome: the member looks for themselves. */
export function untold(): ApiError {
  return new ApiError('untold', 0, 'the outcome is not known');
}

/** An error as the member is told it: `untold` where it leaves the outcome open, and nobody can be asked. */
export function asTold(error: unknown): unknown {
  return isOutcomeUnknown(error) && !canTellOutcomes() ? untold() : error;
}

/** Loads again what money moves change when the error is `untold`: what is on the screen may be old. */
export function reloadIfUntold(queryClient: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError) || error.reason !== 'untold') return;
  for (const name of ['wallet', 'statement', 'qr']) void queryClient.invalidateQueries({ queryKey: [name] });
}

/** True when the server knows the outcome. */
export function isKnown(outcome: Outcome | null): outcome is KnownOutcome {
  return outcome !== null && outcome.state !== 'unknown';
}

/** The error of a refused outcome; null when the server has no code for it. */
export function refusalOf({ code }: KnownOutcome): ApiError | null {
  return code === null ? null : new ApiError('refused', 409, code, code as AnyErrorCode);
}
