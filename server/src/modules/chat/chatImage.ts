import sharp from 'sharp';
import { AppError } from '../../appError.ts';
import { holdsForeign } from '../../files/foreignBytes.ts';

/** Pictures of more pixels, all frames together, are refused before they are decoded. */
const PIXELS_MAX = 40_000_000;
/** One that was built to take long holds up the others no longer than this. */
const DRAWN_WITHIN_S = 20;
const SIDE_STORED = 2_048;
const GIF_SIDE_STORED = 480;
const FRAMES_MAX = 300;

const MAGIC: readonly { format: string; matches: (bytes: Buffer) => boolean }[] = [
  { format: 'png', matches: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { format: 'jpeg', matches: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { format: 'gif', matches: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) },
];

export interface StoredMedia {
  content: Buffer;
  contentType: string;
  extension: string;
  width: number | null;
  height: number | null;
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Checks an uploaded picture by its bytes and draws it anew: upright, without metadata or anything that hid in the file.
 * Still ones become JPEG, moving ones WebP. One at a time, read in its turn, so that memory stays flat however
 * many are sent.
 * @throws AppError FILE_NOT_SUPPORTED
 */
export function redrawImage(read: () => Promise<Buffer>): Promise<StoredMedia> {
  const result = queue.then(read).then(redraw);
  queue = result.catch(() => undefined);
  return result;
}

async function redraw(upload: Buffer): Promise<StoredMedia> {
  const format = MAGIC.find(({ matches }) => matches(upload))?.format;
  if (format === undefined) throw new AppError('FILE_NOT_SUPPORTED', 'not a PNG, JPEG or GIF');
  if (await holdsForeign(upload)) throw new AppError('FILE_NOT_SUPPORTED', 'more than a picture');
  try {
    const limits = { failOn: 'truncated', limitInputPixels: PIXELS_MAX } as const;
    const { format: found, pages = 1 } = await sharp(upload, limits).metadata();
    if (found !== format || pages > FRAMES_MAX)
      throw new AppError('FILE_NOT_SUPPORTED', `${found}, ${pages} frames`);
    const isMoving = pages > 1;
    const side = isMoving ? GIF_SIDE_STORED : SIDE_STORED;
    const image = sharp(upload, { ...limits, animated: isMoving })
      .autoOrient()
      .timeout({ seconds: DRAWN_WITHIN_S })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await (isMoving
      ? image.webp({ quality: 75, effort: 1 })
      : image.flatten({ background: '#ffffff' }).jpeg({ quality: 86 })
    ).toBuffer({ resolveWithObject: true });
    return {
      content: data,
      contentType: isMoving ? 'image/webp' : 'image/jpeg',
      extension: isMoving ? 'webp' : 'jpg',
      width: info.width,
      height: info.pageHeight ?? info.height,
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_NOT_SUPPORTED', error instanceof Error ? error.message : undefined);
  }
}
