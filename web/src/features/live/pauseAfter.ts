const FIRST_MS = 1_000;
const MOST_MS = 30_000;
/** A stream that lasted this long was not rejected: the network failed, or the server was restarted. */
const HELD_MS = 10_000;

/**
 * The pause in milliseconds before the stream is opened again. It is random, so that screens that lost the stream at
 * the same moment return over several seconds. It grows with every rejection.
 * @param failures consecutive failures before this one
 * @param heldMs how long the stream was open; null when it did not open
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
