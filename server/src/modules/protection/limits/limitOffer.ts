import { holds, type Pack } from '@krapao/contract/protection/pack';
import type { Db, Trx } from '../../../database/connect.ts';

/** Whether the member has not yet answered the offer of a limit that the site's rules ask for (protection.md 1). */
export async function isOfferOpen(db: Db | Trx, memberId: bigint, pack: Pack): Promise<boolean> {
  if (!holds(pack, 'offerLimits')) return false;
  const answered = await db
    .selectFrom('limit_offer')
    .select('answer')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return answered === undefined;
}

/** Keeps the member's answer to the offer of a limit; the newest counts. */
export async function answerOffer(db: Db | Trx, memberId: bigint, answer: 'set' | 'without'): Promise<void> {
  const row = { answer, at: new Date() };
  await db
    .insertInto('limit_offer')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute();
}
