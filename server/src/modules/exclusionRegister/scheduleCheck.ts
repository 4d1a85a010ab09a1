import type { RawBuilder } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { dueNow } from '../../jobs/leasedWork.ts';

/**
 * Sets when the job asks the register about a member; without `at` as soon as it can. Who is asking about the member
 * meanwhile loses the row.
 */
export async function scheduleCheck(
  db: Db | Trx,
  memberId: bigint,
  at?: RawBuilder<Date>,
  told: { asked_at?: RawBuilder<Date>; is_listed?: boolean; attempts?: number } = {},
): Promise<void> {
  await db
    .insertInto('register_check')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('register_check')
    .set({ ...told, ...(at === undefined ? dueNow() : dueNow(at)) })
    .where('member_id', '=', memberId)
    .execute();
}
