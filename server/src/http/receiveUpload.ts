import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { type SpooledFile, spool } from '../files/spooledFile.ts';
import { refuseBrokenText } from './refuseBrokenText.ts';

/** A complete file of a form, on disk; the receiver must discard it. */
export interface Upload {
  file: SpooledFile;
  fileName: string;
  /** The text fields before the file. */
  fields: Record<string, string>;
}

interface Expected {
  bytesMax: number;
  /** The refusal if the file is missing, empty or of an unaccepted type. */
  missing: AnyErrorCode;
  tooLarge?: AnyErrorCode;
  /** The refusal if the body breaks off. */
  broken?: AnyErrorCode;
  /** Checks only the file's name; the caller checks its bytes. */
  accepts?: (fileName: string) => boolean;
  /** Throws if the caller may not upload with these fields; called before the first byte of the file is read. */
  authorise?: (fields: Record<string, string>) => Promise<void>;
}

/** The size of a form besides its file: boundaries, headers and the fields before it. */
const FORM_BYTES_MAX = 16 * 1024;

/**
 * Writes the multipart field `file` to disk, so that many parallel uploads need no memory.
 * @throws AppError `missing`; `tooLarge` (PAYLOAD_TOO_LARGE) above `bytesMax`; `broken` (INVALID_REQUEST) if the body
 * breaks off; INVALID_REQUEST for broken text; errors of `authorise`
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
    // Server faults, such as a full disk, keep their own error.
    if (code !== undefined && !code.startsWith('FST_')) throw error;
    throw new AppError(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : broken, `${code}: ${message}`);
  } finally {
    // Discards the rest behind the file, or of a refused body, without parsing it.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Calls `work` with an upload and always discards it afterwards. */
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
