import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../appError.ts';
import type { FileStore } from '../../../files/fileStore.ts';

/** Where uploads of operators are kept and asked for. */
export const UPLOAD_FOLDER = 'content';

/** Keeps an upload under the name of its content, so that the same one twice is one file. @returns its address */
export async function keepUpload(files: FileStore, content: Buffer, extension: string): Promise<string> {
  const key = `${UPLOAD_FOLDER}/${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${extension}`;
  const kept = await files.open(key);
  kept?.stream.destroy();
  if (kept === null) await files.write(key, content);
  return `/media/${key}`;
}

/**
 * The multipart field `file`.
 * @throws AppError FILE_NOT_SUPPORTED without one, PAYLOAD_TOO_LARGE above `bytesMax`
 */
export async function receiveFile(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('FILE_NOT_SUPPORTED', 'the body is not multipart');
  try {
    const part = await request.file({ limits: { fileSize: bytesMax } });
    if (part?.fieldname === 'file') return await part.toBuffer();
    part?.file.resume();
    throw new AppError('FILE_NOT_SUPPORTED', 'no file');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new AppError(
      code === 'FST_REQ_FILE_TOO_LARGE' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST',
      `${code}: ${message}`,
    );
  }
}
