import type { Outcome } from '@krapao/contract/api/outcome';
import { ApiError } from '@krapao/contract/client';
import type { ErrorCode } from '@krapao/contract/errors';
import { client } from './api.ts';

/** What became of a money call, once it is known. */
export type KnownOutcome = Outcome & { state: Exclude<Outcome['state'], 'unknown'> };

/** The server gave up without knowing what it had done. */
const UNDECIDED: readonly (ErrorCode | undefined)[] = [
  undefined,
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
];

/**
 * True when an error leaves open whether the call took effect: nothing answered, something between answered for the
 * server, the server broke off, or the same call is still running. Any other refusal is definite and frees the key.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0) return error.reason !== 'aborted';
  return error.code === 'REQUEST_IN_PROGRESS' || (error.status >= 500 && UNDECIDED.includes(error.code));
}

/** Asks the server what became of the call with this Idempotency-Key; null where nothing answers. */
export async function askOutcome(key: string): Promise<Outcome | null> {
  return client('GET /api/outcome/:key', { params: { key } }).catch(() => null);
}

/** True where the server knows what became of it. */
export function isKnown(outcome: Outcome | null): outcome is KnownOutcome {
  return outcome !== null && outcome.state !== 'unknown';
}

/** The refusal that an outcome stands for; null where the server has no code for it. */
export function refusalOf({ code }: KnownOutcome): ApiError | null {
  return code === null ? null : new ApiError('refused', 409, code, code as ErrorCode);
}
