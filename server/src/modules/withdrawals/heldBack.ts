import type { Trx } from '../../database/connect.ts';

/**
 * Whether one of these members is suspended or frozen, or their payouts are stopped. A stop of the same moment waits for
 * the caller's transaction, or the caller for it.
 */
export async function areHeldBack(trx: Trx, memberIds: readonly bigint[]): Promise<boolean> {
  const members = await trx
    .selectFrom('member')
    .select(['status', 'frozen_at', 'payouts_stopped_at'])
    .where('id', 'in', memberIds)
    .orderBy('id')
    .forShare()
    .execute();
  return members.some(
    ({ status, frozen_at, payouts_stopped_at }) =>
      status === 'suspended' || frozen_at !== null || payouts_stopped_at !== null,
  );
}
