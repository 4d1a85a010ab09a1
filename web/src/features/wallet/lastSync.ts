import { useSyncExternalStore } from 'react';
import { readStorage, writeStorage } from '../../lib/storage.ts';

const listeners = new Set<() => void>();

/** Stores the time of the last refresh of the game balances, in milliseconds (HOM-01, key last_sync). */
export function writeLastSync(at: number): void {
  writeStorage('last_sync', new Date(at).toISOString());
  for (const listener of listeners) listener();
}

/** The time of the last refresh as ISO 8601; null when there was none, or when the stored text is no time. */
function readLastSync(): string | null {
  const stored = readStorage('last_sync');
  return stored !== null && Number.isFinite(Date.parse(stored)) ? stored : null;
}

/** The same for components, which re-render when it changes. */
export function useLastSync(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readLastSync);
}
