import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';

/** Keeps the member's answer to the offer of a limit; the newest counts. */
export async function answerOffer(db: Db, memberId: bigint, answer: 'set' | 'without'): Promise<void> {
  const row = { answer, at: sql<Date>`site.clock_timestamp()` };
  await db
    .insertInto('limit_offer')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute();
}
