import { readStorage, writeStorage } from '../../lib/storage.ts';
import type { Kept } from './registration.ts';

/** Who leaves a form for so long may have left the device, too. */
const KEPT_MS = 30 * 60_000;

let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Keeps what was typed for a reload of this tab, for half an hour; null forgets it. A log-in forgets it too (session.ts). */
export function keepRegistration(kept: Kept | null): void {
  clearTimeout(forgetting);
  writeStorage('registration', kept && JSON.stringify({ ...kept, keptAt: Date.now() }), 'session');
  if (kept) forgetting = setTimeout(keepRegistration, KEPT_MS, null);
}

/** What was typed before a reload of this tab, at most half an hour ago. */
export function keptRegistration(): Kept | null {
  const kept: (Kept & { keptAt: number }) | null = JSON.parse(
    readStorage('registration', 'session') ?? 'null',
  );
  return kept && Date.now() - kept.keptAt < KEPT_MS ? kept : null;
}
