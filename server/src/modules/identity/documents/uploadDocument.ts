import {
  DOCUMENT_BYTES_MAX,
  type DocumentKind,
  type DocumentPart,
  PARTS_OF,
} from '@krapao/contract/identity';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import type { Db } from '../../../database/connect.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { receiveUpload, withUpload } from '../../../http/receiveUpload.ts';
import { identityKeys } from '../../../identityKeys.ts';
import { openRequest, undecided } from './askForLevel.ts';
import { redrawDocument, storePicture } from './documentPicture.ts';

const UPLOADS_OF_MEMBER: RateLimit = { name: 'identityPicture:member', limit: 60, seconds: 86_400 };

/**
 * Receives one picture of a request, draws it anew and stores it sealed; an earlier picture of the part goes.
 * @throws AppError before the body is read: IDENTITY_INCOMPLETE (no request needs this picture), IDENTITY_WAITS (it is
 * being decided), REQUEST_LIMIT after 60 pictures a day; DOCUMENT_INVALID
 */
export async function uploadDocument(
  context: Pick<AppContext, 'db' | 'files' | 'secrets'>,
  memberId: bigint,
  part: DocumentPart,
  request: FastifyRequest,
): Promise<void> {
  const { db, files, secrets } = context;
  const requestId = await requireWanted(db, memberId, part);
  await countWithin(db, UPLOADS_OF_MEMBER, memberId.toString());
  const upload = await receiveUpload(request, {
    bytesMax: DOCUMENT_BYTES_MAX,
    missing: 'DOCUMENT_INVALID',
    tooLarge: 'DOCUMENT_INVALID',
    broken: 'DOCUMENT_INVALID',
  });
  await withUpload(upload, async (file) => {
    const picture = await redrawDocument(memberId, file.read);
    // The row first: whatever happens to the file, the job that deletes discarded pictures finds it.
    const { id } = await db
      .insertInto('identity_document')
      .values({ request_id: requestId, part, discarded_at: sql`site.now()` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storePicture(files, await identityKeys(db, secrets), id, picture);
    await takeIn(db, memberId, { requestId, id, part });
  });
}

/** The request that needs this picture. @throws AppError IDENTITY_INCOMPLETE, IDENTITY_WAITS */
async function requireWanted(db: Db, memberId: bigint, part: DocumentPart): Promise<bigint> {
  const open = await undecided(db, memberId).executeTakeFirst();
  if (open?.state === 'WAITING') throw new AppError('IDENTITY_WAITS');
  if (open === undefined || !PARTS_OF[open.document_kind as DocumentKind].includes(part))
    throw new AppError('IDENTITY_INCOMPLETE', 'no request needs this picture');
  return open.id;
}

/** Makes a stored picture part of its request, unless that was sent or changed meanwhile. */
async function takeIn(
  db: Db,
  memberId: bigint,
  { requestId, id, part }: { requestId: bigint; id: string; part: DocumentPart },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const open = await openRequest(trx, memberId);
    if (open === undefined || open.id !== requestId) throw new AppError('IDENTITY_INCOMPLETE');
    if (open.state === 'WAITING') throw new AppError('IDENTITY_WAITS');
    await trx
      .updateTable('identity_document')
      .set({ discarded_at: sql`site.now()` })
      .where('request_id', '=', requestId)
      .where('part', '=', part)
      .where('discarded_at', 'is', null)
      .execute();
    await trx.updateTable('identity_document').set({ discarded_at: null }).where('id', '=', id).execute();
  });
}
