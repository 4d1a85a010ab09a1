/**
 * The codes with which safer play closes a way in. Money that arrives all the same waits for an operator under the same
 * code (docs/decisions/202-limits-at-every-way-in.md).
 */
export const CLOSED_BY = [
  'LIMIT_REACHED',
  'PLAY_PAUSED',
  'LEVEL_REQUIRED',
  'IDENTITY_CHECKED',
  'MEMBER_MERGED',
  'INACTIVE_USER',
] as const;
export type ClosedBy = (typeof CLOSED_BY)[number];

/** Whether money waits because safer play closed the way in: then a person alone credits it, or sends it back. */
export const isClosedBy = (why: string | null): why is ClosedBy =>
  (CLOSED_BY as readonly (string | null)[]).includes(why);
