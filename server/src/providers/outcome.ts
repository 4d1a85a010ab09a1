import type { Trouble } from '@krapao/contract/connections';

/**
 * What every adapter answers besides its own success. An adapter never throws for external failures, so that the caller
 * must handle each case.
 */

/** The counterpart definitely refused this call; this call changed nothing. */
export interface Rejected {
  status: 'rejected';
  /** The counterpart's code, upper case, for example INSUFFICIENT_BALANCE or MAINTENANCE. */
  reason: string;
}

/**
 * It is unknown whether the call was applied (time-out, connection lost, 5xx, an invalid answer); or a question got no
 * answer. Never treat it as failed: ask again by the same id.
 */
export interface Unknown {
  status: 'unknown';
  reason: Trouble;
}

/** No real adapter is configured: an operator decides in the queue. Never an automatic yes. */
export interface Manual {
  status: 'manual';
}

export type Refusal = Rejected | Unknown | Manual;
