import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import sharp, { type JpegOptions, type WebpOptions } from 'sharp';
import { AppError } from '../appError.ts';
import { holdsForeign } from './foreignBytes.ts';
import { type PictureFormat, passesOf, requireFewPasses } from './picturePasses.ts';
import type { DrawnPicture } from './redrawPicture.ts';

/** How a picture is stored. */
interface Stored {
  /** No side is longer than this; smaller pictures stay as they are. */
  side: number;
  /** What transparent pixels become. */
  ground?: string;
  as: ({ format: 'jpeg' } & JpegOptions) | ({ format: 'webp' } & WebpOptions);
}

/** What one kind of upload takes, and how it is stored. */
export interface PictureRules {
  formats: readonly PictureFormat[];
  /** The code of every refusal. */
  refusal: AnyErrorCode;
  /** Pictures of more pixels, all frames together, are refused before they are decoded. */
  pixelsMax: number;
  /** Smaller pictures are refused: pixels of the shorter side. */
  sideMin: number;
  /** Pictures of more frames are refused; of 'first' only the first frame is drawn. */
  frames: number | 'first';
  stored: Stored;
  /** For a picture with frames, where it is stored in another way. */
  storedMoving?: Stored;
}

const MAGIC: Record<PictureFormat, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  gif: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
};

/** Checks and draws a picture (redrawPicture.ts). Runs in a process of its own. @throws AppError with the refusal's code */
export async function drawPicture(upload: Buffer, rules: PictureRules): Promise<DrawnPicture> {
  const refuse = (reason?: string) => new AppError(rules.refusal, reason);
  const format = rules.formats.find((name) => MAGIC[name](upload));
  if (format === undefined) throw refuse(`none of ${rules.formats.join(', ')}`);
  if (holdsForeign(upload)) throw refuse('more than a picture');
  try {
    const limits = { failOn: 'truncated', limitInputPixels: rules.pixelsMax } as const;
    const { width, height, format: found, pages = 1 } = await sharp(upload, limits).metadata();
    if (found !== format || (rules.frames !== 'first' && pages > rules.frames))
      throw refuse(`${found}, ${pages} frames`);
    if (Math.min(width, height) < rules.sideMin) throw refuse(`${width} × ${height}`);
    const isMoving = rules.frames !== 'first' && pages > 1;
    const pixels = width * height * (isMoving ? pages : 1);
    if (pixels > rules.pixelsMax) throw refuse(`${pixels} pixels`);
    requireFewPasses(pixels, passesOf(format, upload));
    const { side, ground, as } = (isMoving ? rules.storedMoving : undefined) ?? rules.stored;
    const image = sharp(upload, { ...limits, animated: isMoving })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { format: type, ...options } = as;
    const { data, info } = await (ground === undefined ? image : image.flatten({ background: ground }))
      .toFormat(type, options)
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, isMoving };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(error instanceof Error ? error.message : undefined);
  }
}
