import type { Db, Trx } from '../../database/connect.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { requirePlay } from '../protection/admit.ts';

/**
 * Refuses what opens a game for the member: an account, its password, a launch. Asked before a maker is called, and again
 * before what it gave is handed out: a freeze, a break or an exclusion may have begun meanwhile.
 * @throws AppError ACCOUNT_FROZEN, NO_USER, and what requirePlay refuses
 */
export async function requireMayPlay(db: Db | Trx, memberId: bigint): Promise<void> {
  await requireNotFrozen(db, memberId);
  await requirePlay(db, memberId);
}
