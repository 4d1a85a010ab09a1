/**
 * Whether a wait has lasted longer than promised.
 * @param since ISO time
 * @param minutes the promise; undefined: none
 */
export function isOverdue(since: string, minutes: number | undefined, now: number): boolean {
  return minutes !== undefined && now - new Date(since).getTime() > minutes * 60_000;
}
