import { createHash, createHmac } from 'node:crypto';

/** The inputs of a draw besides the weights. */
export interface DrawSeeds {
  /** 32 bytes. The server committed itself to them, by their hash, before the spin. */
  serverSeed: Buffer;
  clientSeed: string;
  /** The number of the member's spin, from 1. */
  nonce: number;
}

const WORDS = 2 ** 32;

/** The hash that the member sees before a spin: SHA-256 of the server seed's bytes. */
export function hashSeed(serverSeed: Buffer): Buffer {
  return createHash('sha256').update(serverSeed).digest();
}

/**
 * The slice that a spin stops on, as an index of the weights; anyone with the same seeds draws the same
 * (scripts/verify-spin.mjs, docs/decisions/060-prize-wheel.md). HMAC-SHA256 under the server seed over
 * `clientSeed:nonce`, then `clientSeed:nonce:1` and so on, is read as big-endian 32-bit words. A word of the uneven rest
 * at the top is rejected, so that each of the sum of the weights is equally likely; the first other one decides.
 * @param weights integers above zero, their sum at most 2^32
 */
export function draw({ serverSeed, clientSeed, nonce }: DrawSeeds, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0 && total <= WORDS) || weights.some((weight) => !Number.isSafeInteger(weight) || weight < 1))
    throw new RangeError('weights must be integers above zero that add up to 2^32 at most');
  const fair = WORDS - (WORDS % total);
  for (let round = 0; ; round++) {
    const message = `${clientSeed}:${nonce}${round === 0 ? '' : `:${round}`}`;
    const bytes = createHmac('sha256', serverSeed).update(message).digest();
    for (let at = 0; at < bytes.length; at += 4) {
      const word = bytes.readUInt32BE(at);
      if (word < fair) return sliceAt(word % total, weights);
    }
  }
}

function sliceAt(ticket: number, weights: readonly number[]): number {
  let rest = ticket;
  return weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
}
