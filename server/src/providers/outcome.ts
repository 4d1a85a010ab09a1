/**
 * What every adapter answers besides its own success. An adapter never throws for what the outside does, so that
 * the caller has to decide each case.
 */

/** The other side said a definite no to this call; nothing was applied by this call. */
export interface Rejected {
  status: 'rejected';
  /** The other side's code, upper case, for example INSUFFICIENT_BALANCE or MAINTENANCE. */
  reason: string;
}

/**
 * Nobody knows whether the call was applied (time-out, connection lost, 5xx, an answer that makes no sense).
 * Never treat it as failed: ask again by the same id.
 */
export interface Unknown {
  status: 'unknown';
  reason: 'TIMEOUT' | 'CONNECTION' | 'SERVER_ERROR' | 'BAD_ANSWER';
}

/** No real adapter is configured: a person decides in the operator's queue. Never an automatic yes. */
export interface Manual {
  status: 'manual';
}

export type Refusal = Rejected | Unknown | Manual;
