import { checksum, type EMVCoQR, encode, parse, type TLVTag } from 'promptparse';
import { leadsOn } from './emvText.ts';

const CHECKSUM = '63';
const LONGEST = 512;

/**
 * An EMVCo payload of at most 512 letters whose checksum is right, with its templates; else null. Lengths count letters;
 * the checksum is over the bytes of UTF-8 (EMVCo's Merchant-Presented Mode, 4.7.3 and the Chinese name in its sample).
 */
export function readEmvQr(payload: string): EMVCoQR | null {
  if (payload.length > LONGEST || !leadsOn(payload)) return null;
  try {
    const qr = parse(payload);
    return qr !== null && emvPayload(qr.getTags().filter(({ id }) => id !== CHECKSUM)) === payload
      ? qr
      : null;
  } catch {
    return null;
  }
}

/** The payload of these fields, with its checksum. */
export function emvPayload(fields: TLVTag[]): string {
  const text = `${encode(fields)}${CHECKSUM}04`;
  // The library takes the low byte of each letter, which is wrong beyond Latin: https://github.com/maythiwat/promptparse/issues/7
  return text + checksum(Buffer.from(text).toString('latin1'));
}
