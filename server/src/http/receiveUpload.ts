import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { type SpooledFile, spool } from '../files/spooledFile.ts';
import { refuseBrokenText } from './refuseBrokenText.ts';

/** A file of a form, whole and on disk; whoever receives it discards it. */
export interface Upload {
  file: SpooledFile;
  fileName: string;
  /** The text fields that stood before the file. */
  fields: Record<string, string>;
}

interface Expected {
  bytesMax: number;
  /** What a form without a file is told, with an empty one, or with one that is not accepted. */
  missing: AnyErrorCode;
  tooLarge?: AnyErrorCode;
  /** What a body is told that breaks off. */
  broken?: AnyErrorCode;
  /** By the file's name alone; its bytes are the caller's matter. */
  accepts?: (fileName: string) => boolean;
  /** Throws for who may not upload by these fields; asked before a byte of the file is read. */
  authorise?: (fields: Record<string, string>) => Promise<void>;
}

/** What a form has beside its file: boundaries, headers and the fields before it. */
const FORM_BYTES_MAX = 16 * 1024;

/**
 * Reads the multipart field `file` to disk, so that many at once take no memory.
 * @throws AppError `missing`; `tooLarge` (PAYLOAD_TOO_LARGE) above `bytesMax`; `broken` (INVALID_REQUEST) when the body
 * breaks off; INVALID_REQUEST for broken text; what `authorise` throws
 */
export async function receiveUpload(
  request: FastifyRequest,
  {
    bytesMax,
    missing,
    tooLarge = 'PAYLOAD_TOO_LARGE',
    broken = 'INVALID_REQUEST',
    accepts = () => true,
    authorise = async () => undefined,
  }: Expected,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError(missing, 'the body is not multipart');
  if (Number(request.headers['content-length']) > bytesMax + FORM_BYTES_MAX)
    throw new AppError(tooLarge, 'by its Content-Length');
  try {
    const part = await request.file({ limits: { fileSize: bytesMax } });
    if (part?.fieldname !== 'file' || !accepts(part.filename))
      throw new AppError(missing, part?.filename ?? 'no file');
    const fields = Object.fromEntries(
      Object.entries(part.fields).flatMap(([name, field]) =>
        field && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
      ),
    );
    refuseBrokenText(part.filename, fields);
    await authorise(fields);
    const file = await spool(part.file);
    if (file.bytes > 0 && !part.file.truncated) return { file, fileName: part.filename, fields };
    await file.discard();
    throw part.file.truncated ? new AppError(tooLarge, part.filename) : new AppError(missing, 'empty');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, message } = error as { code?: string; message: string };
    // Faults of ours, such as a full disk, are told as what they are.
    if (code !== undefined && !code.startsWith('FST_')) throw error;
    throw new AppError(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : broken, `${code}: ${message}`);
  } finally {
    // What is behind the file, or left of a refused body, is let go without being taken apart.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Works with an upload and discards it, whatever comes of it. */
export async function withUpload<Result>(
  { file }: Pick<Upload, 'file'>,
  work: (file: SpooledFile) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(file);
  } finally {
    await file.discard();
  }
}
