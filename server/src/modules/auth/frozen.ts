import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';

/**
 * Refuses what a frozen account does not do: money and play out of it, and other ways into it (decision 195). In a
 * transaction a freeze at the same moment waits for its end, or it for the freeze: whichever is first decides.
 * @throws AppError ACCOUNT_FROZEN, NO_USER
 */
export async function requireNotFrozen(trx: Db | Trx, memberId: bigint): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select('frozen_at')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  if (member.frozen_at !== null) throw new AppError('ACCOUNT_FROZEN');
}
