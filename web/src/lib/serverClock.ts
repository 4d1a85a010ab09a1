/** How far the server's clock is ahead of the time since this page began, in milliseconds; null until it is known. */
let ahead: number | null = null;

/**
 * Notes the server's time (ms since 1970) at an answer. An answer tells a time that has passed while it travelled, so the largest
 * difference is the most accurate one; time that the phone slept through is in it, too.
 */
export function noteServerTime(time: number): void {
  ahead = Math.max(ahead ?? Number.NEGATIVE_INFINITY, time - performance.now());
}

/** The time by the server's clock, in milliseconds since 1970: a phone's own clock may be wrong. Its own until an answer came. */
export function serverNow(): number {
  return ahead === null ? Date.now() : performance.now() + ahead;
}
