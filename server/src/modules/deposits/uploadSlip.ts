import { randomBytes } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { SlipReason } from '@krapao/contract/errors';
import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Db } from '../../database/connect.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { type SpooledFile, spool } from '../../files/spooledFile.ts';
import { redrawSlip } from './slipImage.ts';

export type SlipRow = Selectable<Database['slip']>;

const UPLOADS_AN_HOUR = 60;

/**
 * Takes the picture of the multipart field `file` (DEP-05).
 * @returns the file as it waits on disk; uploadSlip removes it
 * @throws AppError SLIP_NO_FILE, SLIP_INVALID_FILE (also above 10 MB), SLIP_UPLOAD_FAIL when the body breaks off
 */
export async function receiveSlipFile(request: FastifyRequest): Promise<SpooledFile> {
  if (!request.isMultipart()) throw new AppError('SLIP_NO_FILE', 'the body is not multipart');
  try {
    const part = await request.file();
    if (part?.fieldname !== 'file') {
      part?.file.resume();
      throw new AppError('SLIP_NO_FILE');
    }
    const upload = await spool(part.file);
    if (upload.bytes > 0 && !part.file.truncated) return upload;
    await upload.discard();
    throw part.file.truncated
      ? new AppError('SLIP_INVALID_FILE', 'above 10 MB')
      : new AppError('SLIP_NO_FILE', 'an empty file');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new AppError(
      code === 'FST_REQ_FILE_TOO_LARGE' ? 'SLIP_INVALID_FILE' : 'SLIP_UPLOAD_FAIL',
      `${code}: ${message}`,
    );
  }
}

/**
 * Checks and stores a slip's picture and queues it to be decoded.
 * @throws AppError SLIP_INVALID_FILE, REQUEST_LIMIT after 60 uploads an hour
 */
export async function uploadSlip(
  db: Db,
  files: FileStore,
  memberId: bigint,
  upload: SpooledFile,
): Promise<SlipRow> {
  const image = await requireFewUploads(db, memberId)
    .then(() => redrawSlip(upload.read))
    .finally(upload.discard);
  const reference = randomBytes(16).toString('hex');
  const fileKey = `slips/${reference}.jpg`;
  await files.write(fileKey, image);
  try {
    return await db
      .insertInto('slip')
      .values({ member_id: memberId, reference, file_key: fileKey, due_at: sql`now()` })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    await files.remove(fileKey);
    throw error;
  }
}

async function requireFewUploads(db: Db, memberId: bigint): Promise<void> {
  const { count } = await db
    .selectFrom('slip')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', memberId)
    .where('uploaded_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(UPLOADS_AN_HOUR)) throw new AppError('REQUEST_LIMIT');
}

/** A slip as the member sees it (STM-04); its picture is asked for by the reference. */
export function presentSlip(slip: SlipRow): ResponseOf<Contract['POST /api/wallet/slip']> {
  return {
    _id: String(slip.id),
    createdAt: slip.uploaded_at.toISOString(),
    amount: slip.amount === null ? null : bahtFromSatang(slip.amount),
    status: slip.status as 'PENDING' | 'SUCCESS' | 'FAILED',
    note: slip.note as SlipReason | null,
    link: null,
    reference: slip.reference,
  };
}
