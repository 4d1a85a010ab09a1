import sharp from 'sharp';
import { AppError } from '../../../appError.ts';
import { holdsForeign } from '../../../files/foreignBytes.ts';

/** Pictures of more pixels are refused before they are decoded. */
export const PIXELS_MAX = 30_000_000;
/** A true picture takes a second; one that was built to take longer holds up the others no longer than this. */
const DRAWN_WITHIN_S = 15;
const SIDE_MIN = 50;
/** The stored picture's longest side; a QR of a slip stays far above what its reader needs. */
const SIDE_STORED = 3_000;

const MAGIC: readonly { format: string; matches: (bytes: Buffer) => boolean }[] = [
  { format: 'png', matches: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { format: 'jpeg', matches: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  {
    format: 'webp',
    matches: (bytes) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
];

let queue: Promise<unknown> = Promise.resolve();

/**
 * Checks an uploaded picture and draws it anew as a JPEG: upright, without metadata or anything that hid in the file.
 * One picture at a time, read in its turn, so that memory stays flat however many are sent.
 * @throws AppError SLIP_INVALID_FILE
 */
export function redrawSlip(read: () => Promise<Buffer>): Promise<Buffer> {
  const result = queue.then(read).then(redraw);
  queue = result.catch(() => undefined);
  return result;
}

async function redraw(upload: Buffer): Promise<Buffer> {
  const format = MAGIC.find(({ matches }) => matches(upload))?.format;
  if (format === undefined) throw new AppError('SLIP_INVALID_FILE', 'not a PNG, JPEG or WebP');
  if (await holdsForeign(upload)) throw new AppError('SLIP_INVALID_FILE', 'more than a picture');
  try {
    const image = sharp(upload, { failOn: 'truncated', limitInputPixels: PIXELS_MAX });
    const { width, height, format: found, pages = 1 } = await image.metadata();
    if (found !== format || pages > 1) throw new AppError('SLIP_INVALID_FILE', `${found}, ${pages} pages`);
    if (Math.min(width, height) < SIDE_MIN) throw new AppError('SLIP_INVALID_FILE', `${width}x${height}`);
    return await image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: SIDE_STORED, height: SIDE_STORED, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: DRAWN_WITHIN_S })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('SLIP_INVALID_FILE', error instanceof Error ? error.message : undefined);
  }
}
