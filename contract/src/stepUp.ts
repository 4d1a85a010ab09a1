/** How a member proves once more that the call is theirs (docs/decisions/194-step-up.md). */
export const STEP_UP_WAYS = ['pin', 'passkey', 'password'] as const;
export type StepUpWay = (typeof STEP_UP_WAYS)[number];

/**
 * What asks for a proof, and which ways count: `quick` is the PIN or a passkey, or the password for a member without
 * either; `password` is the password alone.
 */
export const STEP_UP_ACTIONS = {
  /** Money that leaves; the subject is the amount in satang. */
  withdraw: 'quick',
  /** The end of other sessions; the subject is `others`. */
  sessions: 'quick',
  /** A change of the PIN or of a passkey; the subject names which. */
  security: 'password',
  /** A copy of all data; the subject is `copy`. */
  personalData: 'password',
} as const;
export type StepUpAction = keyof typeof STEP_UP_ACTIONS;

/** Carries the proof of a call that was refused with STEP_UP_REQUIRED. */
export const STEP_UP_HEADER = 'X-Step-Up';

/** What has to be proved before the call is repeated: part of a refusal with STEP_UP_REQUIRED. */
export interface StepUpAsk {
  action: StepUpAction;
  subject: string;
  /** The ways that this member has; any of them is enough. */
  ways: StepUpWay[];
}
