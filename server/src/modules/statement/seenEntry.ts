const SEEN = 'seen:';

/** The cause of a statement row for money that was reported and is not yet credited, by its incoming transfer. */
export const seenCause = (transferId: bigint): string => `${SEEN}${transferId}`;

/** Whether a statement row is for reported money that is being checked. */
export function isBeingChecked({ cause, status }: { cause: string; status: string }): boolean {
  return status === 'PENDING' && cause.startsWith(SEEN);
}
