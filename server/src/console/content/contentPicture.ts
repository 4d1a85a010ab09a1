import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { AppError } from '../../appError.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { receiveUpload, withUpload } from '../../http/receiveUpload.ts';
import { keepUpload } from './contentUpload.ts';

const BYTES_MAX = 5 * 1024 * 1024;
const PIXELS_MAX = 40_000_000;
const SIDE_MIN = 100;
const SIDE_STORED = 1_600;

const MAGIC: readonly { format: string; matches: (bytes: Buffer) => boolean }[] = [
  { format: 'png', matches: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { format: 'jpeg', matches: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  {
    format: 'webp',
    matches: (bytes) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
];

/**
 * Takes the multipart field `file`, checks it by its bytes and draws it anew as WebP: no metadata, nothing that hid in
 * it. The same picture twice is one file, named by its content, so that browsers keep it for ever.
 * @throws AppError FILE_NOT_SUPPORTED (no PNG, JPEG or WebP; smaller than 100 pixels), PAYLOAD_TOO_LARGE above 5 MB
 */
export async function storePicture(
  files: FileStore,
  request: FastifyRequest,
): Promise<{ image: string; width: number; height: number }> {
  const received = await receiveUpload(request, { bytesMax: BYTES_MAX, missing: 'FILE_NOT_SUPPORTED' });
  const upload = await withUpload(received, (file) => file.read());
  const format = MAGIC.find(({ matches }) => matches(upload))?.format;
  if (format === undefined) throw new AppError('FILE_NOT_SUPPORTED', 'not a PNG, JPEG or WebP');
  const { data, info } = await redraw(upload, format);
  const image = await keepUpload(files, data, 'webp');
  return { image, width: info.width, height: info.height };
}

async function redraw(upload: Buffer, format: string) {
  try {
    const limits = { failOn: 'truncated', limitInputPixels: PIXELS_MAX } as const;
    const found = await sharp(upload, limits).metadata();
    if (found.format !== format || found.width < SIDE_MIN || found.height < SIDE_MIN)
      throw new AppError('FILE_NOT_SUPPORTED', `${found.format} ${found.width} × ${found.height}`);
    return await sharp(upload, limits)
      .autoOrient()
      .resize({ width: SIDE_STORED, height: SIDE_STORED, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_NOT_SUPPORTED', error instanceof Error ? error.message : undefined);
  }
}
