import type { Driver } from '../connections/driver.ts';
import { bgaming } from './bgaming/bgaming.ts';
import { genericTransfer } from './generic-transfer/genericTransfer.ts';
import { hub88 } from './hub88/hub88.ts';
import { hub88Transfer } from './hub88-transfer/hub88Transfer.ts';
import { slotegrator } from './slotegrator/slotegrator.ts';

/** Game houses; each is a folder here. */
export const GAME_DRIVERS: readonly Driver<'game'>[] = [
  hub88Transfer,
  genericTransfer,
  hub88,
  slotegrator,
  bgaming,
];
