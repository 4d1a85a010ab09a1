import type { FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import type { FileStore } from '../../files/fileStore.ts';
import type { SpooledFile } from '../../files/spooledFile.ts';
import { receiveUpload, withUpload } from '../../http/receiveUpload.ts';
import { redrawVideo } from '../../modules/chat/chatVideo.ts';
import type { TurnTaker } from '../../parsing/turns.ts';
import { keepUpload } from './contentUpload.ts';

const FILM_BYTES_MAX = 30 * 1024 * 1024;
const CAPTIONS_BYTES_MAX = 256 * 1024;
const EBML = Buffer.from('1a45dfa3', 'hex');
const EBML_HEADER_BYTES = 64;

/**
 * Receives the multipart field `file` and detects its type by its bytes: a WebM video, an MP4 video, which loses its
 * metadata, or WebVTT captions.
 * @throws AppError FILE_NOT_SUPPORTED, PAYLOAD_TOO_LARGE above 30 MB, for captions above 256 kB
 */
export async function storeFilm(
  files: FileStore,
  taker: TurnTaker,
  request: FastifyRequest,
): Promise<{ address: string }> {
  const received = await receiveUpload(request, { bytesMax: FILM_BYTES_MAX, missing: 'FILE_NOT_SUPPORTED' });
  return withUpload(received, (file) => keepFilm(files, taker, file));
}

async function keepFilm(files: FileStore, taker: TurnTaker, file: SpooledFile): Promise<{ address: string }> {
  const upload = await file.read();
  if (upload.subarray(0, 4).equals(EBML)) {
    // Other kinds of Matroska begin with the same bytes.
    if (!upload.subarray(0, EBML_HEADER_BYTES).includes('webm'))
      throw new AppError('FILE_NOT_SUPPORTED', 'no WebM');
    return { address: await keepUpload(files, upload, 'webm') };
  }
  if (upload.toString('latin1', 4, 8) === 'ftyp') {
    return redrawVideo(taker, file.path, async ({ content, extension }) => ({
      address: await keepUpload(files, content, extension),
    }));
  }
  return { address: await keepUpload(files, captionsOf(upload), 'vtt') };
}

/** The text of a WebVTT file, without a byte order mark. */
function captionsOf(upload: Buffer): Buffer {
  if (upload.length > CAPTIONS_BYTES_MAX)
    throw new AppError('FILE_NOT_SUPPORTED', 'no film, and no captions');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(upload);
    if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return Buffer.from(text);
  } catch {
    // Handled below: bytes that are not UTF-8.
  }
  throw new AppError('FILE_NOT_SUPPORTED', 'not WebM, MP4 or WebVTT');
}
