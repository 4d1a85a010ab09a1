import type { Driver } from '../connections/driver.ts';
import { genericPayout } from './generic/genericPayout.ts';

/** Payout services; each is a folder here. */
export const PAYOUT_DRIVERS: readonly Driver<'payout'>[] = [genericPayout];
