import type { Db } from '../database/connect.ts';
import { holdWithdrawal, startWithdrawal } from '../modules/withdrawals/startWithdrawal.ts';
import { SETTINGS } from '../settings/schema.ts';

const RULES = { ...SETTINGS.withdraw.default, isAutomatic: false };

/**
 * Withdrawals that wait for a person, of one member after the other. @param amountOf satang of the nth, from zero
 * @returns their ids
 */
export function makeWaitingPayouts(
  db: Db,
  memberIds: readonly bigint[],
  count: number,
  amountOf: (nth: number) => bigint,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const ids: string[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const memberId = memberIds[nth % memberIds.length] ?? 0n;
      const request = { amount: amountOf(nth), transferId: undefined, attForBaht: 68_000 };
      const row = await holdWithdrawal(trx, await startWithdrawal(trx, memberId, request, undefined), RULES);
      ids.push(row.id);
    }
    return ids;
  });
}
