import { type RawBuilder, sql } from 'kysely';
import { AppError } from './appError.ts';

/** An operator's decision, stored on the row that it concerns. */
export interface Decision {
  /** The ledger's actor, `operator:7`. */
  operator: string;
  /** In the operator's words. */
  reason: string;
}

const OPERATOR = /^operator:(\d{1,18})$/;

/**
 * The columns that store a decision: the operator's id, the reason and the time. @throws AppError INVALID_REQUEST
 * without an operator or a reason
 */
export function decisionColumns({ operator, reason }: Decision): {
  decided_by: bigint;
  decided_because: string;
  decided_at: RawBuilder<Date>;
} {
  const because = reason.trim();
  const id = OPERATOR.exec(operator)?.[1];
  if (id === undefined || because === '')
    throw new AppError('INVALID_REQUEST', 'a decision names its operator and its reason');
  return { decided_by: BigInt(id), decided_because: because, decided_at: sql<Date>`site.clock_timestamp()` };
}

/** The columns of a decision that news has overtaken; the audit log keeps it. */
export const UNDECIDED = { decided_by: null, decided_because: null, decided_at: null };
