import type { MemberFilter } from '@krapao/contract/api/operator/memberList';
import { SEGMENTS_MAX } from '@krapao/contract/api/operator/segments';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';
import { requireMemberFilter } from './listMembers.ts';

interface Terms {
  name: string;
  filter: MemberFilter;
}

/** All segments, by name. */
export async function listSegments(db: Db) {
  const rows = await db
    .selectFrom('member_segment as s')
    .innerJoin('operator as o', 'o.id', 's.saved_by')
    .select(['s.id', 's.name', 's.filter', 's.saved_at', 'o.name as saved_by'])
    .orderBy(sql`lower(s.name)`)
    .execute();
  return rows.map(({ id, name, filter, saved_by, saved_at }) => ({
    id: String(id),
    name,
    filter: filter as MemberFilter,
    savedBy: saved_by,
    savedAt: saved_at.toISOString(),
  }));
}

/**
 * Saves a segment. @returns its id
 * @throws AppError SEGMENT_NAME (taken, or blank), SEGMENT_COUNT (there are as many as there may be), INVALID_AMOUNT
 */
export async function addSegment(
  trx: Trx,
  recorder: Recorder,
  operatorId: bigint,
  asked: Terms,
): Promise<bigint> {
  const terms = requireTerms(asked);
  // Of two at once the second one counts the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('krapao.segments', 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('member_segment')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= SEGMENTS_MAX) throw new AppError('SEGMENT_COUNT');
  await requireFreeName(trx, terms.name, null);
  const { id } = await trx
    .insertInto('member_segment')
    .values({ name: terms.name, filter: JSON.stringify(terms.filter), saved_by: operatorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recorder({ action: 'segment.add', subject: `segment:${id}`, after: terms });
  return id;
}

/** Changes a segment. @throws AppError NO_DATA, SEGMENT_NAME, INVALID_AMOUNT */
export async function changeSegment(
  trx: Trx,
  recorder: Recorder,
  { id, operatorId, ...asked }: Terms & { id: bigint; operatorId: bigint },
): Promise<void> {
  const terms = requireTerms(asked);
  await sql`select pg_advisory_xact_lock(hashtextextended('krapao.segments', 0))`.execute(trx);
  const before = await requireSegment(trx, id);
  await requireFreeName(trx, terms.name, id);
  await trx
    .updateTable('member_segment')
    .set({
      name: terms.name,
      filter: JSON.stringify(terms.filter),
      saved_by: operatorId,
      saved_at: sql<Date>`site.clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
  await recorder({ action: 'segment.change', subject: `segment:${id}`, before, after: terms });
}

/** Deletes a segment; the audit log keeps its filter. @throws AppError NO_DATA */
export async function removeSegment(trx: Trx, recorder: Recorder, id: bigint): Promise<void> {
  const before = await requireSegment(trx, id);
  await trx.deleteFrom('member_segment').where('id', '=', id).execute();
  await recorder({ action: 'segment.remove', subject: `segment:${id}`, before });
}

function requireTerms({ name, filter }: Terms): Terms {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed === '') throw new AppError('SEGMENT_NAME');
  requireMemberFilter(filter);
  return { name: trimmed, filter };
}

async function requireFreeName(trx: Trx, name: string, besides: bigint | null): Promise<void> {
  const taken = await trx
    .selectFrom('member_segment')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name}) and id is distinct from ${besides}::bigint`)
    .executeTakeFirst();
  if (taken !== undefined) throw new AppError('SEGMENT_NAME');
}

async function requireSegment(trx: Trx, id: bigint) {
  const row = await trx
    .selectFrom('member_segment')
    .select(['name', 'filter'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  return row;
}
