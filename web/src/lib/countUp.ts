/** How long a figure counts, in milliseconds (--d-4). */
export const COUNT_UP_MS = 600;

/** The figure shown `elapsed` milliseconds after it began to count from one amount (baht) to another. Eases out. */
export function countUp(from: number, to: number, elapsed: number): number {
  if (elapsed >= COUNT_UP_MS) return to;
  const rest = 1 - Math.max(0, elapsed) / COUNT_UP_MS;
  const satang = Math.round((from + (to - from) * (1 - rest ** 3)) * 100);
  return satang / 100;
}
