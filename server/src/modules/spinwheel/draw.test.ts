import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw, hashSeed } from './draw.ts';

const serverSeed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const clientSeed = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const nonce = fc.integer({ min: 1, max: 1_000_000 });
const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 });

/** How often each slice comes in so many draws under one fixed seed. */
function count(of: readonly number[], draws: number): number[] {
  const seed = createHash('sha256').update('the seed of this test').digest();
  const counts = of.map(() => 0);
  for (let nth = 1; nth <= draws; nth++) {
    const index = draw({ serverSeed: seed, clientSeed: 'member', nonce: nth }, of);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function chiSquare(counts: readonly number[], of: readonly number[]): number {
  const draws = counts.reduce((sum, n) => sum + n, 0);
  const total = of.reduce((sum, n) => sum + n, 0);
  return counts.reduce((sum, n, i) => {
    const expected = (draws * (of[i] ?? 0)) / total;
    return sum + (n - expected) ** 2 / expected;
  }, 0);
}

// Bounds that a true draw passes but once in a million times: 9 degrees of freedom 45, 2 degrees 27.6, 1 degree 24.
test('SPN-02 slices come as often as their weights say', () => {
  const of = [600, 5_600, 40, 300, 250, 2, 500, 400, 15, 2_293];
  expect(chiSquare(count(of, 200_000), of)).toBeLessThan(45);
});

test('SPN-02 the first and the last slice get all of their tickets and no other', () => {
  const even = [1, 1, 1];
  expect(chiSquare(count(even, 30_000), even)).toBeLessThan(27.6);
});

test('SPN-02 no slice profits from the uneven rest of 2^32', () => {
  const thirds = [2 ** 30, 2 ** 30, 2 ** 30];
  expect(chiSquare(count(thirds, 30_000), thirds)).toBeLessThan(27.6);
  // Every second number is rejected, so that some spins need more than one digest.
  const halves = [2 ** 30, 2 ** 30 + 1];
  expect(chiSquare(count(halves, 30_000), halves)).toBeLessThan(24);
});

test('SPN-02 a draw is always a slice, and the same seeds draw the same', () => {
  fc.assert(
    fc.property(serverSeed, clientSeed, nonce, weights, (seed, client, nth, of) => {
      const index = draw({ serverSeed: seed, clientSeed: client, nonce: nth }, of);
      expect(of[index]).toBeGreaterThan(0);
      expect(draw({ serverSeed: Buffer.from(seed), clientSeed: client, nonce: nth }, [...of])).toBe(index);
    }),
    { numRuns: 500 },
  );
});

test('SPN-02 splitting a slice keeps what every other slice wins', () => {
  fc.assert(
    fc.property(serverSeed, clientSeed, nonce, weights, (seed, client, nth, of) => {
      const seeds = { serverSeed: seed, clientSeed: client, nonce: nth };
      const units = of.map((weight) => Math.min(weight, 50));
      const single = units.flatMap((weight, index) => Array.from({ length: weight }, () => index));
      expect(
        single[
          draw(
            seeds,
            Array.from(single, () => 1),
          )
        ],
      ).toBe(draw(seeds, units));
    }),
  );
});

test('SPN-02 each of the seeds and the number decides', () => {
  const of = Array.from({ length: 1_000 }, () => 1);
  const seeds = { serverSeed: Buffer.alloc(32, 1), clientSeed: 'a', nonce: 1 };
  const drawn = [
    draw(seeds, of),
    draw({ ...seeds, serverSeed: Buffer.alloc(32, 2) }, of),
    draw({ ...seeds, clientSeed: 'b' }, of),
    draw({ ...seeds, nonce: 2 }, of),
  ];
  expect(new Set(drawn).size).toBe(4);
});

test('SPN-02 weights that cannot be drawn over are refused', () => {
  const seeds = { serverSeed: Buffer.alloc(32), clientSeed: 'a', nonce: 1 };
  for (const of of [[], [0], [1, 0], [1, -1], [1.5], [Number.NaN], [2 ** 32, 1]])
    expect(() => draw(seeds, of)).toThrow(RangeError);
});

test('SPN-01 what is shown before a spin is SHA-256 of the seed', () => {
  expect(hashSeed(Buffer.alloc(32)).toString('hex')).toBe(
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  );
});
