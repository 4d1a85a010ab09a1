import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { GAME_CATALOGUE } from '../providers/gameCatalogue.ts';

/** Gives the sandbox world the catalogue's game providers, who do not exist; what operators changed stays as it is. */
export async function seedGames(owner: Db, { mode }: Pick<Config, 'mode'>): Promise<void> {
  if (mode !== 'sandbox') return;
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
