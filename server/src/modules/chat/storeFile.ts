import { randomBytes } from 'node:crypto';
import { CHAT } from '@krapao/contract/limits';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { keepFiles, loosenFiles, writeLoose } from '../../files/looseFiles.ts';
import { receiveUpload, type Upload, withUpload } from '../../http/receiveUpload.ts';
import type { TurnTaker } from '../../parsing/turns.ts';
import { redrawImage, type StoredMedia } from './chatImage.ts';
import { redrawVideo } from './chatVideo.ts';

export type FileKind = 'image' | 'video';

const EXTENSIONS: Record<FileKind, RegExp> = {
  image: /\.(?:png|jpe?g|gif)$/i,
  video: /\.(?:mp4|mov|qt|m4v)$/i,
};

/**
 * Receives a file for a room (CHT-06), and the text fields before it.
 * @param authorise called with those fields before a byte of the file is read
 * @throws AppError FILE_NOT_SUPPORTED without a file or a known extension, PAYLOAD_TOO_LARGE above 10 MB for an image
 * and 20 MB for a video, INVALID_REQUEST if the body breaks off, and errors of `authorise`
 */
export function receiveFile(
  request: FastifyRequest,
  kind: FileKind,
  authorise?: (fields: Record<string, string>) => Promise<void>,
): Promise<Upload> {
  return receiveUpload(request, {
    bytesMax: kind === 'image' ? CHAT.imageBytesMax : CHAT.videoBytesMax,
    missing: 'FILE_NOT_SUPPORTED',
    accepts: (fileName) => EXTENSIONS[kind].test(fileName),
    ...(authorise && { authorise }),
  });
}

/**
 * Checks, cleans and stores a file for a room, and discards the upload; returns its path (CHT-06).
 * @throws AppError FILE_NOT_SUPPORTED
 */
export async function storeFile(
  db: Db,
  files: FileStore,
  { roomId, kind, upload, taker }: { roomId: bigint; kind: FileKind; upload: Upload; taker: TurnTaker },
): Promise<string> {
  const keep = (media: StoredMedia) => keepFile(db, files, { roomId, kind, media });
  return withUpload(upload, async (file) =>
    kind === 'image' ? keep(await redrawImage(taker, file.read)) : redrawVideo(taker, file.path, keep),
  );
}

async function keepFile(
  db: Db,
  files: FileStore,
  { roomId, kind, media }: { roomId: bigint; kind: FileKind; media: StoredMedia },
): Promise<string> {
  const { content, contentType, extension, width, height } = media;
  const path = `chat/${randomBytes(16).toString('hex')}.${extension}`;
  await writeLoose(db, files, path, content);
  await db.transaction().execute(async (trx) => {
    await keepFiles(trx, [path]);
    await trx
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
  });
  return path;
}

/** Removes uploaded files that were not sent within a day. */
export async function removeUnsentFiles(db: Db): Promise<number> {
  return db
    .transaction()
    .execute((trx) =>
      loosenFiles(
        trx,
        sql`delete from chat_file where sent_at is null and uploaded_at < site.now() - interval '1 day' returning path`,
      ),
    );
}
