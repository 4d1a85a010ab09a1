import type { Driver } from '../connections/driver.ts';
import { genericVerification } from './generic/genericVerification.ts';

/** Makers that check documents; each is a folder here. */
export const VERIFICATION_DRIVERS: readonly Driver<'verification'>[] = [genericVerification];
