import { FAVOURITES_MAX } from '@krapao/contract/limits';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';

/**
 * Marks a game that the member sees: one that is offered, or one where the member has an account. A second time changes
 * nothing. @throws AppError NO_GAME, FAVOURITES_FULL
 */
export async function addFavourite(trx: Trx, memberId: bigint, code: string): Promise<void> {
  const game = await trx
    .selectFrom('game_provider as p')
    .select('p.code')
    .where('p.code', '=', code)
    .where('p.retired_at', 'is', null)
    .where((where) =>
      where.or([
        where('p.is_active', '=', true),
        where.exists(
          where
            .selectFrom('game_account as a')
            .select('a.provider')
            .whereRef('a.provider', '=', 'p.code')
            .where('a.member_id', '=', memberId)
            .where('a.is_open', '=', true),
        ),
      ]),
    )
    .executeTakeFirst();
  if (game === undefined) throw new AppError('NO_GAME');
  // Two presses at once are counted one after the other.
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const marked = await trx
    .selectFrom('favourite_game as f')
    .innerJoin('game_provider as p', 'p.code', 'f.provider')
    .select('f.provider')
    .where('f.member_id', '=', memberId)
    // Nobody sees a retired game, so nobody could take its mark away.
    .where('p.retired_at', 'is', null)
    .execute();
  if (marked.some(({ provider }) => provider === code)) return;
  if (marked.length >= FAVOURITES_MAX) throw new AppError('FAVOURITES_FULL');
  await trx.insertInto('favourite_game').values({ member_id: memberId, provider: code }).execute();
}

/** Takes the mark away; without one it changes nothing. */
export async function removeFavourite(db: Db | Trx, memberId: bigint, code: string): Promise<void> {
  await db
    .deleteFrom('favourite_game')
    .where('member_id', '=', memberId)
    .where('provider', '=', code)
    .execute();
}
