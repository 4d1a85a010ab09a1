import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { GameAccount, GameProvider } from '../../database/schemaTypes.ts';

export type GameAccountRow = Selectable<GameAccount>;
export type GameProviderRow = Selectable<GameProvider>;

/**
 * The game with this code, unless it is retired; with `isActive`, only one that is switched on. With `isHeld` it is
 * neither retired nor moved to another connection before the transaction ends.
 * @throws AppError NO_GAME
 */
export async function requireGame(
  db: Db | Trx,
  code: string,
  { isActive, isHeld = false }: { isActive: boolean; isHeld?: boolean },
): Promise<GameProviderRow> {
  const game = await db
    .selectFrom('game_provider')
    .selectAll()
    .where('code', '=', code)
    .where('retired_at', 'is', null)
    .$if(isActive, (query) => query.where('is_active', '=', true))
    .$if(isHeld, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (game === undefined) throw new AppError('NO_GAME');
  return game;
}

/** The member's open account at a provider. @throws AppError SLOT_NO_ACCOUNT */
export async function requireGameAccount(
  db: Db | Trx,
  memberId: bigint,
  provider: string,
): Promise<GameAccountRow> {
  const account = await db
    .selectFrom('game_account')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .where('is_open', '=', true)
    .executeTakeFirst();
  if (account === undefined) throw new AppError('SLOT_NO_ACCOUNT');
  return account;
}

/**
 * The member's open accounts at all games, including those switched off: their money stays reachable. A retired game has
 * none.
 */
export async function listGameAccounts(db: Db | Trx, memberId: bigint): Promise<GameAccountRow[]> {
  return db
    .selectFrom('game_account')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('is_open', '=', true)
    .where('provider', 'not in', (query) =>
      query.selectFrom('game_provider').select('code').where('retired_at', 'is not', null),
    )
    .orderBy('provider')
    .execute();
}
