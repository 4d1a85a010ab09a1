import type { Driver } from '../connections/driver.ts';

/** Services that look slips up at the banks. */
export const SLIP_DRIVERS: readonly Driver<'slip'>[] = [];
