/** What members ask operators to change. */
export const CHANGE_KINDS = ['phone', 'bankAccount'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How a request stands. */
export const CHANGE_STATES = ['WAITING', 'APPROVED', 'REFUSED', 'TAKEN_BACK'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Why an operator refuses a request; the member reads it. */
export const CHANGE_REFUSALS = ['PROOF', 'NAME', 'NOT_REACHED', 'OTHER'] as const;
export type ChangeRefusal = (typeof CHANGE_REFUSALS)[number];
