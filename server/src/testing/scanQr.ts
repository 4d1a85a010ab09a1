import sharp from 'sharp';
import { readQrCodes } from '../parsing/qrCodes.ts';

/** The payload that a phone sees in a QR's markup. */
export async function scanQr(svg: string): Promise<string> {
  const [text] = await readQrCodes(sharp(Buffer.from(svg), { density: 300 }));
  return text ?? '';
}
