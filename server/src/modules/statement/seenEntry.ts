const SEEN = 'seen:';

/** What caused the row of money that has been seen and belongs to nobody yet, by its incoming transfer. */
export const seenCause = (transferId: bigint): string => `${SEEN}${transferId}`;

/** Whether a statement's row is of money that has been seen and is being checked. */
export function isBeingChecked({ cause, status }: { cause: string; status: string }): boolean {
  return status === 'PENDING' && cause.startsWith(SEEN);
}
