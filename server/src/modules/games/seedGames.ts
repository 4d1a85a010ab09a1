import type { Db } from '../../database/connect.ts';
import { GAME_CATALOGUE } from '../../providers/gameCatalogue.ts';

/** Puts the catalogue's game providers into the database; what operators changed since stays as it is. */
export async function seedGames(owner: Db): Promise<void> {
  await owner
    .insertInto('game_provider')
    .values(
      GAME_CATALOGUE.map(({ code, name, category, ftWalletSlot, formLogin }, position) => ({
        code,
        name,
        category,
        position,
        ft_wallet_slot: ftWalletSlot,
        form_login: formLogin,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
