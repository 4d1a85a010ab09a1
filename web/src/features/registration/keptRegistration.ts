import { readStorage, writeStorage } from '../../lib/storage.ts';
import type { Kept } from './registration.ts';

/** Keeps what was typed for a reload of this tab; null forgets it. */
export function keepRegistration(kept: Kept | null): void {
  writeStorage('registration', kept && JSON.stringify(kept), 'session');
}

/** What was typed before a reload of this tab. */
export function keptRegistration(): Kept | null {
  return JSON.parse(readStorage('registration', 'session') ?? 'null');
}
