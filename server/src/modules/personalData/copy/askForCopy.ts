import type { Language } from '@krapao/contract/limits';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { DataCopy } from '../../../database/schemaTypes.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { CHAPTERS } from './chapters.ts';

const COPIES: RateLimit = { name: 'data:copy', limit: 3, seconds: 86_400 };

export type CopyRow = Selectable<DataCopy>;

/**
 * Asks for a copy of a member's data. One is made at a time: while one waits, that one is the answer.
 * @throws AppError REQUEST_LIMIT
 */
export async function askForCopy(
  trx: Trx,
  { memberId, language, askedBy = null }: { memberId: bigint; language: Language; askedBy?: bigint | null },
): Promise<CopyRow> {
  const waiting = await trx
    .selectFrom('data_copy')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  if (waiting) return waiting;
  await countWithin(trx, COPIES, memberId.toString());
  await trx
    .insertInto('data_copy')
    .values({ member_id: memberId, language, asked_by: askedBy, chapters: CHAPTERS.length })
    .onConflict((conflict) => conflict.column('member_id').where('state', '=', 'WAITING').doNothing())
    .execute();
  return newestCopy(trx, memberId).then((copy) => {
    if (copy === undefined) throw new Error('the copy is gone');
    return copy;
  });
}

/** The member's newest copy that was not removed yet. */
export const newestCopy = (db: Db | Trx, memberId: bigint): Promise<CopyRow | undefined> =>
  db
    .selectFrom('data_copy')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const presentCopy = (copy: CopyRow) => ({
  id: copy.id,
  state: copy.state as 'WAITING' | 'READY' | 'FAILED',
  askedAt: copy.asked_at.toISOString(),
  done: copy.done,
  chapters: copy.chapters,
  expiresAt: copy.expires_at?.toISOString() ?? null,
});
