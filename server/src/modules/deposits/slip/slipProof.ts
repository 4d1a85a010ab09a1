import { validate } from 'promptparse';
import { readEmvQr } from '../../../parsing/emvQr.ts';
import { leadsOn } from '../../../parsing/emvText.ts';

/**
 * What the QR of a slip says that only its own maker can look up. No verifier of ours knows it, so it vouches for
 * nothing: a person compares it with the account.
 */
export interface SlipProof {
  /** The bank that wrote it, by our code; null for a wallet. */
  bankCode: 'BCEL' | null;
  /** The maker's reference of the transfer, of 1 to 25 letters and digits; null if there is none of that form. */
  transRef: string | null;
  /** A second number that the maker's app shows. */
  ticket: string | null;
}

/**
 * Whether a slip's reference is that of a maker's own QR. Anybody can make such a QR, so it joins uploads of one member, and
 * an operator types what the picture shows.
 */
export const isProof = (slip: { trans_ref: string | null; sending_bank: string | null }): boolean =>
  slip.trans_ref !== null && slip.sending_bank === null;

/** The proof of BCEL One or of TrueMoney; null for any other text. */
export function readSlipProof(payload: string): SlipProof | null {
  return bcelProof(payload) ?? trueMoneyProof(payload);
}

/**
 * BCEL's guide is not public; the tags are those of public code (promptparse's `bcelOneProof`, which takes every QR for
 * one): 33 {00 BCEL, 01 ONEPROOF, 02 type, 03 ticket, 04 reference}.
 */
function bcelProof(payload: string): SlipProof | null {
  const qr = readEmvQr(payload);
  const names = [qr?.getTagValue('33', '00'), qr?.getTagValue('33', '01')];
  if (qr === null || !names.includes('BCEL') || !names.includes('ONEPROOF')) return null;
  return {
    bankCode: 'BCEL',
    transRef: referenceOf(qr.getTagValue('33', '04')),
    ticket: qr.getTagValue('33', '03')?.slice(0, 40) || null,
  };
}

function trueMoneyProof(payload: string): SlipProof | null {
  const proof = leadsOn(payload) ? validate.trueMoneySlipVerify(payload) : null;
  return proof && { bankCode: null, transRef: referenceOf(proof.transactionId), ticket: null };
}

const referenceOf = (text: string | undefined): string | null =>
  /^[0-9A-Za-z]{1,25}$/.test(text ?? '') ? (text ?? null) : null;
