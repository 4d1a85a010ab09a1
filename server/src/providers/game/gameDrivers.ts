import type { Driver } from '../connections/driver.ts';
import { genericTransfer } from './generic-transfer/genericTransfer.ts';
import { hub88Transfer } from './hub88-transfer/hub88Transfer.ts';

/** Game houses; each is a folder here. */
export const GAME_DRIVERS: readonly Driver<'game'>[] = [hub88Transfer, genericTransfer];
