import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { isMoneyAt, lockGame } from '../../modules/games/moneyAtGames.ts';
import { addressOf } from './settings.ts';

type Config = Readonly<Record<string, unknown>>;

/** Whether something that a connection took is still open there, by its capability. */
const HAS_OPEN_WORK: Readonly<Record<string, (trx: Trx, connectionId: string) => Promise<boolean>>> = {
  gateway: async (trx, connectionId) => {
    const open = await trx
      .selectFrom('gateway_payment')
      .select('id')
      .where('connection_id', '=', connectionId)
      .where(({ or, eb }) => or([eb('status', 'in', ['CREATING', 'OPEN']), eb('due_at', 'is not', null)]))
      .limit(1)
      .executeTakeFirst();
    return open !== undefined;
  },
  game: async (trx, connectionId) => {
    const games = await trx
      .selectFrom('game_provider')
      .select('code')
      .where('connection_id', '=', connectionId)
      .orderBy('code')
      .execute();
    for (const { code } of games) await lockGame(trx, code);
    return isMoneyAt(
      trx,
      games.map(({ code }) => code),
    );
  },
};

/**
 * A connection stays with its maker while orders of it are open, or members have money in its games: another maker
 * knows neither.
 * @throws AppError CONNECTION_INVALID
 */
export async function requireSameMaker(
  trx: Trx,
  { id, capability, config }: { id: string; capability: string; config: unknown },
  after: Config,
): Promise<void> {
  if (makerOf(config as Config) === makerOf(after)) return;
  if (await HAS_OPEN_WORK[capability]?.(trx, id))
    throw new AppError(
      'CONNECTION_INVALID',
      'this connection still has open orders or money: add a new connection, and keep this one as it is until it has none',
    );
}

/** Who a connection leads to: the maker's address, and our account there. */
const makerOf = (config: Config): string =>
  JSON.stringify([addressOf(config)?.origin, config.merchantId, config.billerId]);
