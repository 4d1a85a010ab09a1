import { AppError } from './appError.ts';

/** What an operator decided where no machine could: kept on the row that it is about. */
export interface Decision {
  /** The ledger's actor, `operator:7`. */
  operator: string;
  /** In the operator's words. */
  reason: string;
}

const OPERATOR = /^operator:[A-Za-z0-9_.-]+$/;

/** The columns that remember a decision. @throws AppError INVALID_REQUEST where nobody, or no reason, is named */
export function decisionColumns({ operator, reason }: Decision): {
  decided_by: string;
  decided_because: string;
} {
  const because = reason.trim();
  if (!OPERATOR.test(operator) || because === '')
    throw new AppError('INVALID_REQUEST', 'a decision names its operator and its reason');
  return { decided_by: operator, decided_because: because };
}
