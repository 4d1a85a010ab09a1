import type { Config } from '../config.ts';
import { seedDeposits } from '../modules/deposits/seedDeposits.ts';
import { seedGames } from '../modules/games/seedGames.ts';
import type { Db } from './connect.ts';

/** What each capability puts into a new database; idempotent, run at every start after the migrations. */
const SEEDS: readonly ((owner: Db, config: Config) => Promise<void>)[] = [seedGames, seedDeposits];

/** Seeds the database as its owner. */
export async function seed(owner: Db, config: Config): Promise<void> {
  for (const run of SEEDS) await run(owner, config);
}
