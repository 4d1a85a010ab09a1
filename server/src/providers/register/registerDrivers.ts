import type { Driver } from '../connections/driver.ts';
import { genericRegister } from './generic/genericRegister.ts';

/** Central registers of exclusions; each is a folder here. */
export const REGISTER_DRIVERS: readonly Driver<'register'>[] = [genericRegister];
