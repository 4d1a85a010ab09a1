import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

const WORDS_MAX = 200;

/**
 * The bank says the opposite of how a withdrawal ended: it waits in the queue until a person has looked at both. Nothing is
 * booked. No effect on one that has not ended. @param told what the bank says
 */
export async function noteContradiction(trx: Trx, id: string, told: string): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({ contradicted_at: sql<Date>`clock_timestamp()`, contradiction: told.slice(0, WORDS_MAX) })
    .where('id', '=', id)
    .where('state', 'in', ['PAID', 'REJECTED'])
    .execute();
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
