import sharp from 'sharp';
import { readQrCodes } from '../parsing/qrReader.ts';

/** The payload that a phone sees in a QR's markup. */
export async function scanQr(svg: string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [text] = await readQrCodes({
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data),
  });
  return text ?? '';
}
