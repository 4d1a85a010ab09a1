import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { GAME_CATALOGUE } from './gameCatalogue.ts';
import { seedBanks } from './seedBanks.ts';
import { seedBonuses } from './seedBonuses.ts';
import { seedChat } from './seedChat.ts';
import { seedDemoMember } from './seedDemoMember.ts';
import { seedDeposits } from './seedDeposits.ts';
import { seedOperator } from './seedOperator.ts';
import { seedSettings } from './seedSettings.ts';
import { seedSpinwheel } from './seedSpinwheel.ts';

/** The initial data of each capability in a new database; idempotent, runs at every start after the migrations. */
const SEEDS: readonly ((owner: Db, config: Config) => Promise<void>)[] = [
  seedBanks,
  seedSettings,
  seedChat,
  seedGames,
  seedDeposits,
  seedBonuses,
  seedSpinwheel,
  seedDemoMember,
  seedOperator,
];

/** Seeds the database as its owner. */
export async function seed(owner: Db, config: Config): Promise<void> {
  for (const run of SEEDS) await run(owner, config);
}

const COLOURS = { slot: '#e0a9cf', sport: '#93cf9c', lotto: '#cda4ef' } as const;

/** Gives the sandbox the catalogue's game providers, which do not exist in reality; operators' changes stay. */
export async function seedGames(owner: Db, { mode }: Pick<Config, 'mode'>): Promise<void> {
  if (mode !== 'sandbox') return;
  await owner
    .insertInto('game_provider')
    .values(
      GAME_CATALOGUE.map(({ code, name, category, ftWalletSlot, formLogin }, position) => ({
        code,
        name_th: name,
        name_la: name,
        name_en: name,
        category,
        colour: COLOURS[category],
        position,
        ft_wallet_slot: ftWalletSlot,
        form_login: formLogin,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
