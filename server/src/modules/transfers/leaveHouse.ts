import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { keepDays } from '../play/houseDays.ts';
import { startHomecoming } from './startTransfer.ts';

/**
 * Ends a game at its house, before its row leads to another one: the house keeps the days that were played there, and the
 * accounts close, because another house knows none of the players. Members open them anew. Call it with the row locked.
 */
export async function leaveHouse(trx: Trx, code: string): Promise<void> {
  await keepDays(trx, code);
  await bringMoneyHome(trx, code);
  await trx
    .updateTable('game_account')
    .set({
      is_open: false,
      closed_at: sql<Date>`site.now()`,
      is_stale: false,
      // What the house is being asked now comes too late.
      revision: sql<number>`revision + 1`,
    })
    .where('provider', '=', code)
    .where('is_open', '=', true)
    .execute();
}

/**
 * What members are known to have at a house that no connection reaches any more becomes a transfer to their wallet, each,
 * that waits for an operator: booked if the money came home, ended with nothing if it is not there.
 */
export async function bringMoneyHome(trx: Trx, code: string): Promise<void> {
  const accounts = await trx
    .selectFrom('game_account')
    .select(['member_id', 'username', 'amount'])
    .where('provider', '=', code)
    .where('amount', '>', 0n)
    .orderBy('member_id')
    .forUpdate()
    .execute();
  for (const { member_id: memberId, username, amount } of accounts)
    await startHomecoming(trx, { memberId, provider: code, username, amount });
  await trx
    .updateTable('game_account')
    .set({ amount: 0n, revision: sql<number>`revision + 1` })
    .where('provider', '=', code)
    .where('amount', '>', 0n)
    .execute();
}
