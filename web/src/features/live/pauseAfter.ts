const FIRST_MS = 1_000;
const MOST_MS = 30_000;
/** Who held the line for so long was not sent away: it was the network, or the server was started again. */
const HELD_MS = 10_000;

/**
 * How long to wait before the line is tried again, in milliseconds. Screens that lost it at one moment come back over several
 * seconds, and one that is sent away each time comes back ever later.
 * @param failures how often in a row it could not be held before
 * @param heldMs how long it was held now; null where it was not opened
 */
export function pauseAfter(
  failures: number,
  heldMs: number | null,
  random: () => number = Math.random,
): { failures: number; ms: number } {
  const now = heldMs !== null && heldMs >= HELD_MS ? 0 : failures + 1;
  const longest = Math.min(3 * FIRST_MS * 2 ** Math.max(0, now - 1), MOST_MS);
  return { failures: now, ms: FIRST_MS / 2 + random() * (longest - FIRST_MS / 2) };
}
