import sharp from 'sharp';
import { readQrCodes } from '../../parsing/qrReader.ts';

const SIDE = 1_000;
const PIXELS_MAX = 4_000_000;

/** The payload of the one payment QR in a maker's SVG; null if there is none, several, or the picture cannot be read. */
export async function qrOfSvg(svg: string): Promise<string | null> {
  try {
    const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: PIXELS_MAX })
      .resize({ width: SIDE, height: SIDE, fit: 'inside' })
      .flatten({ background: '#ffffff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = { width: info.width, height: info.height, data: Uint8ClampedArray.from(data) };
    const [payload, ...more] = await readQrCodes(pixels);
    return payload === undefined || more.length > 0 ? null : payload;
  } catch {
    return null;
  }
}
