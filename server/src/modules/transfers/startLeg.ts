import type { Satang } from '@krapao/contract/money';
import type { Trx } from '../../database/connect.ts';
import { announceLeaving, reserveLeg } from './legMoney.ts';
import type { GameTransfer } from './transferRow.ts';

/**
 * Stores an operation at one provider, due at once. For a leg into a game the money leaves the wallet here, before the
 * provider is called. @throws AppError MONEY_NOT_ENOUGH
 */
export async function startLeg(
  trx: Trx,
  transfer: GameTransfer,
  direction: 'in' | 'out',
  provider: string,
  amount: Satang,
): Promise<void> {
  const account = await trx
    .selectFrom('game_account')
    .select(['username', 'amount'])
    .where('member_id', '=', transfer.member_id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  const leg = await trx
    .insertInto('transfer_leg')
    .values({
      transfer_id: transfer.id,
      member_id: transfer.member_id,
      provider,
      username: account.username,
      direction,
      amount,
      amount_before: account.amount,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (direction === 'in') await reserveLeg(trx, leg);
  else await announceLeaving(trx, leg);
}
