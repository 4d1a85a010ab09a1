import { hexOf } from '../../lib/sha256.ts';
import type { DrawnSpin } from './spinState.ts';

/** `true`, or the first check that failed. */
export type Verdict =
  | 'true'
  | 'wrongSeed'
  | 'notBound'
  | 'otherNonce'
  | 'otherClientSeed'
  | 'otherWeights'
  | 'wrongDraw';

const WORDS = 2n ** 32n;

/**
 * Repeats the draw of a spin, as scripts/verify-spin.mjs does, and compares it with the data shown and sent before it
 * (SPN-02).
 */
export async function verifySpin({ clientSeed, shown, answer }: DrawnSpin): Promise<Verdict> {
  const seed = bytesOf(answer.serverSeed);
  const hash = hexOf(await crypto.subtle.digest('SHA-256', seed));
  if (hash !== answer.serverSeedHash) return 'wrongSeed';
  if (hash !== shown.serverSeedHash) return 'notBound';
  if (answer.nonce !== shown.nonce) return 'otherNonce';
  if (answer.clientSeed !== clientSeed) return 'otherClientSeed';
  if (weightsOf(answer.slice) !== weightsOf(shown.activeSpinwheel.slice)) return 'otherWeights';
  let ticket = await drawTicket(seed, `${clientSeed}:${answer.nonce}`, answer.slice);
  const drawn = answer.slice.find(({ weight }) => {
    ticket -= BigInt(weight);
    return ticket < 0n;
  });
  return drawn?.code === answer.code ? 'true' : 'wrongDraw';
}

type Weighted = readonly { code: string; weight: number }[];

async function drawTicket(seed: Uint8Array<ArrayBuffer>, text: string, slices: Weighted): Promise<bigint> {
  const total = slices.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  const fair = WORDS - (WORDS % total);
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  for (let round = 0; ; round += 1) {
    const message = new TextEncoder().encode(round === 0 ? text : `${text}:${round}`);
    const digest = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < digest.byteLength; at += 4) {
      const number = BigInt(digest.getUint32(at));
      if (number < fair) return number % total;
    }
  }
}

const weightsOf = (slices: Weighted): string =>
  JSON.stringify(slices.map(({ code, weight }) => [code, weight]));

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
