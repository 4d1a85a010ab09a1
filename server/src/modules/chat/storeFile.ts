import { randomBytes } from 'node:crypto';
import { CHAT } from '@krapao/contract/limits';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { redrawImage } from './chatImage.ts';
import { stripVideo } from './chatVideo.ts';

export type FileKind = 'image' | 'video';

const EXTENSIONS: Record<FileKind, RegExp> = {
  image: /\.(?:png|jpe?g|gif)$/i,
  video: /\.(?:mp4|mov|qt|m4v)$/i,
};

/**
 * Reads the multipart field `file` (CHT-06), and the text fields that stand before it.
 * @throws AppError FILE_NOT_SUPPORTED without a file or a known extension, PAYLOAD_TOO_LARGE above 10 MB for an image
 * and 20 MB for a video, INVALID_REQUEST when the body breaks off
 */
export async function receiveFile(
  request: FastifyRequest,
  kind: FileKind,
): Promise<{ upload: Buffer; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new AppError('FILE_NOT_SUPPORTED', 'the body is not multipart');
  const fileSize = kind === 'image' ? CHAT.imageBytesMax : CHAT.videoBytesMax;
  try {
    const part = await request.file({ limits: { fileSize } });
    if (part?.fieldname !== 'file' || !EXTENSIONS[kind].test(part.filename)) {
      part?.file.resume();
      throw new AppError('FILE_NOT_SUPPORTED', part?.filename);
    }
    const fields = Object.fromEntries(
      Object.entries(part.fields).flatMap(([name, field]) =>
        field && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
      ),
    );
    const upload = await part.toBuffer();
    // A file that ends exactly at the limit of a chunk is cut off without an error.
    if (part.file.truncated) throw new AppError('PAYLOAD_TOO_LARGE', part.filename);
    return { upload, fields };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new AppError(
      code === 'FST_REQ_FILE_TOO_LARGE' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST',
      `${code}: ${message}`,
    );
  }
}

/**
 * Checks, cleans and keeps a file that will be sent to a room; answers its path (CHT-06).
 * @throws AppError FILE_NOT_SUPPORTED
 */
export async function storeFile(
  db: Db,
  files: FileStore,
  { roomId, kind, upload }: { roomId: bigint; kind: FileKind; upload: Buffer },
): Promise<string> {
  const { content, contentType, extension, width, height } =
    kind === 'image' ? await redrawImage(upload) : stripVideo(upload);
  const path = `chat/${randomBytes(16).toString('hex')}.${extension}`;
  await files.write(path, content);
  try {
    await db
      .insertInto('chat_file')
      .values({
        path,
        room_id: roomId,
        kind,
        content_type: contentType,
        bytes: content.length,
        width,
        height,
      })
      .execute();
  } catch (error) {
    await files.remove(path);
    throw error;
  }
  return path;
}

/** Removes files that were uploaded and not sent within a day. */
export async function removeUnsentFiles(db: Db, files: FileStore): Promise<number> {
  const unsent = await db
    .deleteFrom('chat_file')
    .where('sent_at', 'is', null)
    .where('uploaded_at', '<', sql<Date>`now() - interval '1 day'`)
    .returning('path')
    .execute();
  for (const { path } of unsent) await files.remove(path);
  return unsent.length;
}
