import type { Db, Trx } from '../../../database/connect.ts';
import type { AskedDeposit, Closed } from '../admit.ts';
import { depositsIn, depositsWaiting } from './depositUse.ts';
import { limitReached, type Room, tightest } from './limitReached.ts';
import { limitsInForce } from './memberLimit.ts';

/** Whether the member's deposit limits refuse this amount; where nobody knows it, whether one of them is used up. */
export async function closedByDepositLimit(
  db: Db | Trx,
  memberId: bigint,
  { amount, arrived }: AskedDeposit,
): Promise<Closed | null> {
  const least = tightest(await depositRooms(db, memberId, { countsWaiting: !arrived && amount !== null }));
  if (least === undefined || least.room >= (amount ?? 1n)) return null;
  return limitReached(least);
}

/** What is left of each of the member's deposit limits, in satang. */
export async function depositRooms(
  db: Db | Trx,
  memberId: bigint,
  { countsWaiting }: { countsWaiting: boolean },
): Promise<Room[]> {
  const limits = await limitsInForce(db, memberId, ['deposit']);
  if (limits.length === 0) return [];
  const used = await depositsIn(db, memberId);
  const waiting = countsWaiting ? await depositsWaiting(db, memberId) : 0n;
  return limits.map((limit) => ({ limit, room: limit.most - used[limit.period] - waiting }));
}
