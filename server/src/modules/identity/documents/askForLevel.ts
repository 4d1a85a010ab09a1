import { type AskedLevel, type DocumentKind, PARTS_OF } from '@krapao/contract/identity';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { IdentityRequest } from '../../../database/schemaTypes.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { notify } from '../../notifications/notify.ts';
import { levelOf } from '../../protection/levels/level.ts';
import { nextLevel } from './presentIdentity.ts';

const REQUESTS_OF_MEMBER: RateLimit = { name: 'identityRequest:member', limit: 20, seconds: 86_400 };

/**
 * Begins a request for the next level, or changes the document of the one that is not sent yet: its pictures go.
 * @throws AppError IDENTITY_WAITS (one is being decided), IDENTITY_LEVEL, REQUEST_LIMIT after 20 a day
 */
export async function beginRequest(
  trx: Trx,
  memberId: bigint,
  { level, documentKind }: { level: AskedLevel; documentKind: DocumentKind },
): Promise<void> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const { level: now, lapsesOn } = await levelOf(trx, memberId);
  const isAgain = level === 2 && now >= 2 && lapsesOn !== null;
  if ((level !== nextLevel(now) && !isAgain) || (level === 3) !== (documentKind === 'funds'))
    throw new AppError('IDENTITY_LEVEL');
  const open = await openRequest(trx, memberId);
  if (open?.state === 'WAITING') throw new AppError('IDENTITY_WAITS');
  if (open?.document_kind === documentKind && open.level === level) return;
  await countWithin(trx, REQUESTS_OF_MEMBER, memberId.toString());
  if (open) await endUnsent(trx, open.id);
  await trx
    .insertInto('identity_request')
    .values({ member_id: memberId, level, document_kind: documentKind })
    .execute();
}

/** Hands the request to the operators. @returns its id. @throws AppError IDENTITY_WAITS, IDENTITY_INCOMPLETE */
export async function sendRequest(trx: Trx, memberId: bigint): Promise<bigint> {
  const open = await openRequest(trx, memberId);
  if (open === undefined) throw new AppError('IDENTITY_INCOMPLETE');
  if (open.state === 'WAITING') throw new AppError('IDENTITY_WAITS');
  const there = await trx
    .selectFrom('identity_document')
    .where('request_id', '=', open.id)
    .where('discarded_at', 'is', null)
    .select('part')
    .execute();
  const missing = PARTS_OF[open.document_kind as DocumentKind].some(
    (part) => !there.some((document) => document.part === part),
  );
  if (missing) throw new AppError('IDENTITY_INCOMPLETE');
  await trx
    .updateTable('identity_request')
    .set({ state: 'WAITING', sent_at: sql`site.now()` })
    .where('id', '=', open.id)
    .execute();
  await notify(trx, { memberId, kind: 'identityAsked', key: `identityRequest:${open.id}` });
  return open.id;
}

/** Takes an undecided request back; its pictures are deleted. @throws AppError NO_DATA */
export async function takeRequestBack(trx: Trx, memberId: bigint): Promise<void> {
  const open = await openRequest(trx, memberId);
  if (open === undefined) throw new AppError('NO_DATA');
  await endUnsent(trx, open.id);
}

/** The member's undecided request, locked. */
export function openRequest(trx: Trx, memberId: bigint): Promise<Selectable<IdentityRequest> | undefined> {
  return undecided(trx, memberId).forUpdate().executeTakeFirst();
}

/** The member's undecided request, as it is now. */
export const undecided = (db: Db | Trx, memberId: bigint) =>
  db
    .selectFrom('identity_request')
    .where('member_id', '=', memberId)
    .where('state', 'in', ['OPEN', 'WAITING'])
    .selectAll();

/** Ends a request that nobody has decided, with its pictures. */
export async function endUnsent(trx: Trx, requestId: bigint): Promise<void> {
  await trx
    .updateTable('identity_request')
    .set({ state: 'TAKEN_BACK', finished_at: sql`site.now()` })
    .where('id', '=', requestId)
    .execute();
  await discardDocuments(trx, requestId);
}

/** The pictures of a request are no longer part of it; a job deletes their files. */
export async function discardDocuments(trx: Trx, requestId: bigint): Promise<void> {
  await trx
    .updateTable('identity_document')
    .set({ discarded_at: sql`site.now()` })
    .where('request_id', '=', requestId)
    .where('discarded_at', 'is', null)
    .execute();
}
