import type { Contract } from '@krapao/contract/api/index';
import { ApiError } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';

export type StatementEntry = ResponseOf<Contract['POST /api/statement']>['statements'][number];

/** What a money call asked for, as its statement row would show it. Without an amount any amount fits. */
export interface Expected {
  statementType: 'transfer' | 'withdraw';
  from?: string;
  to?: string;
  amount?: number;
}

/** How far the clocks of the phone and the server may differ, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * True when an error leaves open whether the call took effect: nothing answered, something between answered for the
 * server, or the same call is still running. A refusal of the server itself is definite.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 0) return error.reason !== 'aborted';
  return error.code === 'REQUEST_IN_PROGRESS' || (error.status >= 500 && error.code === undefined);
}

/** True when a retry of the same action must carry the same Idempotency-Key. */
export function keepsKey(error: unknown): boolean {
  return isOutcomeUnknown(error) || (error instanceof ApiError && error.status >= 500);
}

/**
 * The statement row of a money call whose answer was lost, or undefined. `sentAt` is when it was sent (milliseconds);
 * `known` are rows that were already there.
 */
export function findOutcome(
  entries: readonly StatementEntry[],
  expected: Expected,
  sentAt: number,
  known: ReadonlySet<string>,
): StatementEntry | undefined {
  return entries.find(
    (entry) =>
      !known.has(entry._id) &&
      entry.statementType === expected.statementType &&
      (expected.from === undefined || entry.from === expected.from) &&
      (expected.to === undefined || entry.to === expected.to) &&
      (expected.amount === undefined || entry.amount === expected.amount) &&
      Date.parse(entry.createdAt) >= sentAt - CLOCK_TOLERANCE_MS,
  );
}
