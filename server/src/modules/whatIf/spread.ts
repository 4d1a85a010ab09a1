/** What runs came to: the middle one, and the bounds within which nine of ten are. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

const [LOW, HIGH] = [0.05, 0.95];

/** The spread of the runs' values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), low: at(LOW), high: at(HIGH) };
}

/**
 * The spread for all members, from sums over a sample. The mean grows with the factor, the deviation of a sum of
 * independent members with its root.
 */
export function scaledSpread(
  values: readonly number[],
  factor: number,
  round: (value: number) => number,
): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  return spreadOf(values.map((value) => round(mean * factor + (value - mean) * Math.sqrt(factor))));
}
