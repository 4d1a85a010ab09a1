import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

const WORDS_MAX = 200;

/** What a bank says against the end of a withdrawal. */
export interface Contradiction {
  words: string;
  /** What is the same wherever this is told again, such as the line of a file. */
  source: readonly (string | null)[];
}

/**
 * The bank says the opposite of how a withdrawal ended: it waits in the queue until a person has looked at both. Nothing is
 * booked. No effect on one that has not ended, and where the same was told before: who closed it has looked at it.
 * @returns whether it is news
 */
export async function noteContradiction(
  trx: Trx,
  id: string,
  { words, source }: Contradiction,
): Promise<boolean> {
  const ended = await trx
    .selectFrom('withdrawal')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['PAID', 'REJECTED'])
    .forUpdate()
    .executeTakeFirst();
  if (ended === undefined) return false;
  const told = words.slice(0, WORDS_MAX);
  const key = createHash('sha256').update(JSON.stringify(source)).digest('hex');
  const fresh = await trx
    .insertInto('withdrawal_contradiction')
    .values({ withdrawal_id: id, source_key: key, words: told })
    .onConflict((conflict) => conflict.columns(['withdrawal_id', 'source_key']).doNothing())
    .returning('source_key')
    .executeTakeFirst();
  if (fresh === undefined) return false;
  await trx
    .updateTable('withdrawal')
    .set({ contradicted_at: sql<Date>`site.clock_timestamp()`, contradiction: told })
    .where('id', '=', id)
    .execute();
  return true;
}

/**
 * A person has looked at a contradiction. Where money is in the wrong place, an adjustment moves it.
 * @throws AppError NO_DATA if the bank contradicts nothing of it
 */
export async function closeContradiction(
  trx: Trx,
  id: string,
): Promise<{ memberId: bigint; state: string; told: string }> {
  const row = await trx
    .selectFrom('withdrawal')
    .select(['member_id', 'state', 'contradiction'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.contradiction === null) throw new AppError('NO_DATA');
  await trx
    .updateTable('withdrawal')
    .set({ contradicted_at: null, contradiction: null })
    .where('id', '=', id)
    .execute();
  return { memberId: row.member_id, state: row.state, told: row.contradiction };
}
