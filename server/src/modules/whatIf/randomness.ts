import { createHash } from 'node:crypto';

/** A random number from 0 to below 1. */
export type Random = () => number;

/** Numbers that depend on the words alone (sfc32), so that a simulation can be repeated. Never for money. */
export function seeded(...words: readonly (string | number)[]): Random {
  const bytes = createHash('sha256').update(words.join(':')).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at)) as [number, number, number, number];
  return () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
