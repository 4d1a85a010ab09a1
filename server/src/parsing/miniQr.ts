import { validate } from 'promptparse';
import { leadsOn } from './emvText.ts';

/** What the mini-QR of a slip names: one transfer of one bank. */
export interface MiniQr {
  /** Three-digit bank code. */
  sendingBank: string;
  transRef: string;
}

const TRANS_REF = /^[0-9A-Za-z]{1,25}$/;

/** The bank and reference of a slip's mini-QR; null if it is none or its checksum is wrong. */
export function parseMiniQr(payload: string): MiniQr | null {
  if (!leadsOn(payload)) return null;
  const slip = validate.slipVerify(payload);
  if (!slip || !/^[0-9]{3}$/.test(slip.sendingBank) || !TRANS_REF.test(slip.transRef)) return null;
  return slip;
}
