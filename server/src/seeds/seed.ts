import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { seedBanks } from './seedBanks.ts';
import { seedBonuses } from './seedBonuses.ts';
import { seedChat } from './seedChat.ts';
import { seedDemoMember } from './seedDemoMember.ts';
import { seedDeposits } from './seedDeposits.ts';
import { seedGames } from './seedGames.ts';
import { seedOperator } from './seedOperator.ts';
import { seedSettings } from './seedSettings.ts';
import { seedSpinwheel } from './seedSpinwheel.ts';

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
