import type { Prover } from '../calls/stepUp.ts';

/** A member whose verb runs without a call, and so without a session that could prove anything. */
export function sessionless(memberId: bigint): Prover {
  return { memberId, tokenHash: Buffer.alloc(32), proof: null };
}
