import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../appError.ts';
import { holdsForeign } from './foreignBytes.ts';

/** What one kind of upload takes, and how it is stored. */
interface PictureRules {
  formats: readonly (keyof typeof MAGIC)[];
  /** The code of every refusal. */
  refusal: AnyErrorCode;
  /** Pictures of more pixels, all frames together, are refused before they are decoded. */
  pixelsMax: number;
  /** Smaller pictures are refused: pixels of the shorter side. */
  sideMin: number;
  /** Pictures of more frames are refused; of 'first' only the first frame is drawn. */
  frames: number | 'first';
  /** A picture that was built to take longer than this many seconds is refused. */
  drawnWithinSeconds: number;
  /** @param isMoving true for a picture with frames */
  draw: (image: Sharp, isMoving: boolean) => Sharp;
}

interface DrawnPicture {
  bytes: Buffer;
  width: number;
  height: number;
  isMoving: boolean;
}

const MAGIC = {
  png: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  jpeg: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  webp: (bytes: Buffer) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  gif: (bytes: Buffer) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
};

/**
 * Makes the function that checks an uploaded picture by its bytes and draws it anew: upright, without metadata or
 * anything hidden in the file (decision 152). It reads and draws one picture at a time, so that memory stays flat.
 * @returns a function that throws AppError with the refusal's code
 */
export function pictureRedrawer(rules: PictureRules): (read: () => Promise<Buffer>) => Promise<DrawnPicture> {
  let queue: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = queue.then(read).then((upload) => redraw(upload, rules));
    queue = result.catch(() => undefined);
    return result;
  };
}

async function redraw(upload: Buffer, rules: PictureRules): Promise<DrawnPicture> {
  const refuse = (reason?: string) => new AppError(rules.refusal, reason);
  const format = rules.formats.find((name) => MAGIC[name](upload));
  if (format === undefined) throw refuse(`none of ${rules.formats.join(', ')}`);
  if (await holdsForeign(upload)) throw refuse('more than a picture');
  try {
    const limits = { failOn: 'truncated', limitInputPixels: rules.pixelsMax } as const;
    const { width, height, format: found, pages = 1 } = await sharp(upload, limits).metadata();
    if (found !== format || (rules.frames !== 'first' && pages > rules.frames))
      throw refuse(`${found}, ${pages} frames`);
    if (Math.min(width, height) < rules.sideMin) throw refuse(`${width} × ${height}`);
    const isMoving = rules.frames !== 'first' && pages > 1;
    const image = sharp(upload, { ...limits, animated: isMoving }).autoOrient();
    const { data, info } = await rules
      .draw(image, isMoving)
      .timeout({ seconds: rules.drawnWithinSeconds })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, isMoving };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(error instanceof Error ? error.message : undefined);
  }
}

/** No side longer than this; smaller pictures stay as they are. */
export const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
