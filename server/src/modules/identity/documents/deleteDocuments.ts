import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { removePicture } from './documentPicture.ts';

/** A request that was never sent is forgotten after so long. */
const UNSENT_DAYS = 30;
/** A member who was refused may ask why, and an operator look again. */
const REFUSED_DAYS = 90;
const FILES_AT_ONCE = 50;

/**
 * Marks the pictures whose time is over: of requests that were never sent after 30 days, of refused ones after 90. Those
 * of approved requests stay until the records of the member end (discardEndedDocuments).
 */
export async function discardExpiredDocuments(trx: Trx): Promise<void> {
  await sql`
    update identity_request set state = 'TAKEN_BACK', finished_at = site.now()
    where state = 'OPEN' and created_at < site.now() - make_interval(days => ${UNSENT_DAYS})`.execute(trx);
  await sql`
    update identity_document d set discarded_at = site.now() from identity_request r
    where r.id = d.request_id and d.discarded_at is null and (r.state = 'TAKEN_BACK'
      or (r.state = 'REFUSED' and r.finished_at < site.now() - make_interval(days => ${REFUSED_DAYS})))`.execute(
    trx,
  );
}

/**
 * A member is erased: takes back what nobody decided, and marks the pictures that proved nothing. Those of approved requests
 * are records of the law, until the years after the erasure are over.
 */
export async function discardUnprovedDocumentsOf(trx: Trx, memberId: bigint): Promise<void> {
  await sql`
    update identity_request set state = 'TAKEN_BACK', finished_at = site.now()
    where member_id = ${memberId} and state in ('OPEN', 'WAITING')`.execute(trx);
  await sql`
    update identity_document d set discarded_at = site.now() from identity_request r
    where r.id = d.request_id and r.member_id = ${memberId} and r.state <> 'APPROVED' and d.discarded_at is null`.execute(
    trx,
  );
}

/** Marks the pictures of erased members whose records are no longer kept. @returns of how many members */
export async function discardEndedDocuments(trx: Trx): Promise<number> {
  const { rows } = await sql<{ memberId: bigint }>`
    select e.member_id as "memberId" from erasure e
    where e.state = 'ERASED' and (e.kept_until is null or e.kept_until < site.now()) and exists (
      select from identity_request r join identity_document d on d.request_id = r.id
      where r.member_id = e.member_id and d.discarded_at is null)
    limit ${FILES_AT_ONCE}`.execute(trx);
  for (const { memberId } of rows) await discardDocumentsOf(trx, memberId);
  return rows.length;
}

/**
 * Marks all pictures of a member, and forgets what was typed from them: the records of the relation have ended. What is
 * known of proofs and findings stays with its own retention.
 */
export async function discardDocumentsOf(trx: Trx, memberId: bigint): Promise<void> {
  await sql`
    update identity_document d set discarded_at = site.now() from identity_request r
    where r.id = d.request_id and r.member_id = ${memberId} and d.discarded_at is null`.execute(trx);
  await trx
    .updateTable('identity_request')
    .set({
      names: sql`'{}'::text[]`,
      birth_date: null,
      number_hash: null,
      number_end: null,
      expires_on: null,
    })
    .where('member_id', '=', memberId)
    .execute();
  await sql`
    delete from identity_verification v using identity_request r
    where r.id = v.request_id and r.member_id = ${memberId}`.execute(trx);
}

/** Deletes the files of marked pictures. A picture that is being stored is marked too, for some seconds. */
export async function deleteExpiredDocuments(
  trx: Trx,
  { files }: Pick<AppContext, 'files'>,
): Promise<number> {
  const gone = await trx
    .selectFrom('identity_document')
    .where('discarded_at', '<', sql<Date>`site.now() - interval '1 hour'`)
    .where('deleted_at', 'is', null)
    .orderBy('discarded_at')
    .limit(FILES_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .select('id')
    .execute();
  for (const { id } of gone) {
    await removePicture(files, id);
    await trx
      .updateTable('identity_document')
      .set({ deleted_at: sql`site.now()` })
      .where('id', '=', id)
      .execute();
  }
  return gone.length;
}
