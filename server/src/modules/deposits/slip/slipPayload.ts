import { parseMiniQr } from '../../../parsing/miniQr.ts';
import { readSlipProof, type SlipProof } from './slipProof.ts';

/** What the QR codes of a picture say about the transfer. */
export type SlipReading =
  | { kind: 'slip'; payload: string; sendingBank: string; transRef: string }
  /** No QR code was seen. */
  | { kind: 'nothing' }
  /** QR codes, but none of a slip, or with a wrong checksum. */
  | { kind: 'not_a_slip' }
  /** Two references in one picture, or two different readings. */
  | { kind: 'unstable' }
  /** A slip with a QR of its maker's own, which none of our verifiers knows. */
  | ({ kind: 'proof'; payload: string } & SlipProof);

/** Evaluates all texts that were read from one picture. */
export function readTexts(texts: readonly string[]): SlipReading {
  if (texts.length === 0) return { kind: 'nothing' };
  const slips = new Map<string, SlipReading>();
  for (const payload of texts) {
    const slip = parseMiniQr(payload);
    if (slip) slips.set(`${slip.sendingBank} ${slip.transRef}`, { kind: 'slip', payload, ...slip });
  }
  const [slip, another] = slips.values();
  if (slip) return another ? { kind: 'unstable' } : slip;
  const proofs = new Map<string, SlipReading>();
  for (const payload of texts) {
    const proof = readSlipProof(payload);
    if (proof) proofs.set(proof.transRef ?? payload, { kind: 'proof', payload, ...proof });
  }
  const [proof, other] = proofs.values();
  if (proof) return other ? { kind: 'unstable' } : proof;
  return { kind: 'not_a_slip' };
}
