import type { Config } from '../config.ts';
import { seedBonuses } from '../modules/bonus/seedBonuses.ts';
import { seedChat } from '../modules/chat/seedChat.ts';
import { seedOperator } from '../modules/console/seedOperator.ts';
import { seedDeposits } from '../modules/deposits/seedDeposits.ts';
import { seedGames } from '../modules/games/seedGames.ts';
import { seedSpinwheel } from '../modules/spinwheel/seedSpinwheel.ts';
import type { Db } from './connect.ts';
import { seedBanks } from './seedBanks.ts';
import { seedDemoMember } from './seedDemoMember.ts';
import { seedSettings } from './seedSettings.ts';

/** What each capability puts into a new database; idempotent, run at every start after the migrations. */
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
