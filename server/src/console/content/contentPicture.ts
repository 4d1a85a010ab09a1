import type { FastifyRequest } from 'fastify';
import type { FileStore } from '../../files/fileStore.ts';
import { receiveUpload, withUpload } from '../../http/receiveUpload.ts';
import type { PictureRules } from '../../parsing/drawPicture.ts';
import { redrawPicture } from '../../parsing/redrawPicture.ts';
import type { TurnTaker } from '../../parsing/turns.ts';
import { keepUpload } from './contentUpload.ts';

const BYTES_MAX = 5 * 1024 * 1024;
const SIDE_STORED = 1_600;

const CONTENT_PICTURES: PictureRules = {
  formats: ['png', 'jpeg', 'webp'],
  refusal: 'FILE_NOT_SUPPORTED',
  pixelsMax: 40_000_000,
  sideMin: 100,
  frames: 'first',
  stored: { side: SIDE_STORED, as: { format: 'webp', quality: 86 } },
};

/**
 * Receives the multipart field `file` and re-encodes it as WebP. The same picture twice is one file, named by its
 * content, so that browsers can cache it permanently.
 * @throws AppError FILE_NOT_SUPPORTED (no PNG, JPEG or WebP; smaller than 100 pixels), PAYLOAD_TOO_LARGE above 5 MB
 */
export async function storePicture(
  files: FileStore,
  taker: TurnTaker,
  request: FastifyRequest,
): Promise<{ image: string; width: number; height: number }> {
  const received = await receiveUpload(request, { bytesMax: BYTES_MAX, missing: 'FILE_NOT_SUPPORTED' });
  const { bytes, width, height } = await withUpload(received, (file) =>
    redrawPicture(CONTENT_PICTURES, taker, file.read),
  );
  return { image: await keepUpload(files, bytes, 'webp'), width, height };
}
