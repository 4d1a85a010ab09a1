import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { SlipReason } from '@krapao/contract/errors';
import { SLIP_BYTES_MAX } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { madeBefore, madeUnderKey } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import type { Database, Db } from '../../../database/connect.ts';
import { isDatabaseUnavailable } from '../../../database/unavailable.ts';
import type { FileStore } from '../../../files/fileStore.ts';
import { keepFiles, writeLoose } from '../../../files/looseFiles.ts';
import type { SpooledFile } from '../../../files/spooledFile.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { receiveUpload } from '../../../http/receiveUpload.ts';
import { requireDeposit } from '../../protection/admit.ts';
import { redrawSlip } from './slipImage.ts';

export type SlipRow = Selectable<Database['slip']>;

const UPLOADS: RateLimit = { name: 'slip:member', limit: 60, seconds: 3_600 };

/**
 * Receives the picture in the multipart field `file` (DEP-05).
 * @returns the file on disk; uploadSlip removes it
 * @throws AppError REQUEST_LIMIT after 60 uploads an hour, refused ones too, before the body is read; SLIP_NO_FILE,
 * SLIP_INVALID_FILE above 10 MB, SLIP_UPLOAD_FAIL if the body breaks off, and what requireDeposit refuses
 */
export async function receiveSlipFile(
  db: Db,
  memberId: bigint,
  request: FastifyRequest,
  key: string | undefined,
): Promise<SpooledFile> {
  // A repeat is not a new upload.
  const caller = { column: 'member_id', id: memberId } as const;
  const made = key === undefined ? undefined : await madeUnderKey(db, caller, key);
  if (made?.table !== 'slip') {
    await requireDeposit(db, memberId, null);
    await countWithin(db, UPLOADS, memberId.toString());
  }
  const { file } = await receiveUpload(request, {
    bytesMax: SLIP_BYTES_MAX,
    missing: 'SLIP_NO_FILE',
    tooLarge: 'SLIP_INVALID_FILE',
    broken: 'SLIP_UPLOAD_FAIL',
  });
  return file;
}

/**
 * Checks and stores a slip's picture and queues it to be decoded. The same picture with the same key is the same slip.
 * @throws AppError SLIP_INVALID_FILE, IDEMPOTENCY_MISMATCH, and what requireDeposit refuses
 */
export async function uploadSlip(
  db: Db,
  files: FileStore,
  memberId: bigint,
  upload: SpooledFile,
  requestKeyOf: (hash: string) => RequestKey | undefined,
): Promise<SlipRow> {
  try {
    const requestKey = requestKeyOf(await sha256(upload));
    const made = await db.transaction().execute((trx) => madeBefore(trx, 'slip', memberId, requestKey));
    if (made) return made;
    await requireDeposit(db, memberId, null);
    return await storeSlip(db, files, {
      memberId,
      image: await redrawSlip(memberId, upload.read),
      requestKey,
    });
  } finally {
    await upload.discard();
  }
}

async function storeSlip(
  db: Db,
  files: FileStore,
  { memberId, image, requestKey }: { memberId: bigint; image: Buffer; requestKey: RequestKey | undefined },
): Promise<SlipRow> {
  const reference = randomBytes(16).toString('hex');
  const fileKey = `slips/${reference}.jpg`;
  await writeLoose(db, files, fileKey, image);
  try {
    const slip = await db.transaction().execute(async (trx) => {
      const made = await madeBefore(trx, 'slip', memberId, requestKey);
      if (made) return made;
      await keepFiles(trx, [fileKey]);
      return trx
        .insertInto('slip')
        .values({
          member_id: memberId,
          reference,
          file_key: fileKey,
          due_at: sql`site.now()`,
          ...requestKeyColumns(requestKey),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    if (slip.reference !== reference) await files.remove(fileKey);
    return slip;
  } catch (error) {
    // A lost connection may have lost the answer of a commit: a picture without a row does less harm than the opposite.
    if (!isDatabaseUnavailable(error)) await files.remove(fileKey);
    throw error;
  }
}

/** Slips by their key: a slip is done when it is stored, whatever its check finds. */
export const slipOutcome: OutcomeSource = {
  kind: 'slip',
  state: sql`case status when 'PENDING' then 'under_way' when 'SUCCESS' then 'done' else 'refused' end`,
  code: sql`null`,
  amount: sql`amount`,
};

async function sha256({ path }: SpooledFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A slip for the member (STM-04); its picture is requested by the reference. */
export function presentSlip(slip: SlipRow): ResponseOf<Contract['POST /api/wallet/slip']> {
  return {
    _id: String(slip.id),
    createdAt: slip.uploaded_at.toISOString(),
    amount: slip.amount === null ? null : bahtFromSatang(slip.amount),
    status: slip.status as 'PENDING' | 'SUCCESS' | 'FAILED',
    note: slip.note as SlipReason | null,
    link: null,
    reference: slip.reference,
    ...(slip.repeat_of !== null && { isRepeat: true }),
  };
}
