import type { Driver } from '../connections/driver.ts';

/** Game houses; each is a folder here. */
export const GAME_DRIVERS: readonly Driver<'game'>[] = [];
