import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { refuseBrokenText } from './refuseBrokenText.ts';

/** A file of a form, read whole. */
export interface Upload {
  content: Buffer;
  fileName: string;
  /** The text fields that stood before the file. */
  fields: Record<string, string>;
}

interface Expected {
  bytesMax: number;
  /** What a form without a file is told, or with one that is not accepted. */
  missing: AnyErrorCode;
  /** By the file's name alone; its bytes are the caller's matter. */
  accepts?: (fileName: string) => boolean;
}

/**
 * Reads the multipart field `file`.
 * @throws AppError `missing`, PAYLOAD_TOO_LARGE above `bytesMax`, INVALID_REQUEST when the body breaks off or holds broken text
 */
export async function receiveUpload(
  request: FastifyRequest,
  { bytesMax, missing, accepts = () => true }: Expected,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError(missing, 'the body is not multipart');
  try {
    const part = await request.file({ limits: { fileSize: bytesMax } });
    if (part?.fieldname !== 'file' || !accepts(part.filename)) {
      part?.file.resume();
      throw new AppError(missing, part?.filename ?? 'no file');
    }
    const fields = Object.fromEntries(
      Object.entries(part.fields).flatMap(([name, field]) =>
        field && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
      ),
    );
    refuseBrokenText(part.filename, fields);
    const content = await part.toBuffer();
    // A file that ends exactly at the limit of a chunk is cut off without an error.
    if (part.file.truncated) throw new AppError('PAYLOAD_TOO_LARGE', part.filename);
    return { content, fileName: part.filename, fields };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new AppError(
      code === 'FST_REQ_FILE_TOO_LARGE' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST',
      `${code}: ${message}`,
    );
  }
}
