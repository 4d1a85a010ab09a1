import { useSyncExternalStore } from 'react';
import { readStorage, writeStorage } from '../../lib/storage.ts';

const listeners = new Set<() => void>();

/** Remembers when the game balances were asked for last, in milliseconds (HOM-01, key last_sync). */
export function writeLastSync(at: number): void {
  writeStorage('last_sync', new Date(at).toISOString());
  for (const listener of listeners) listener();
}

/** When the balances were asked for last, as ISO 8601; null when never, or when the stored text is no time. */
function readLastSync(): string | null {
  const stored = readStorage('last_sync');
  return stored !== null && Number.isFinite(Date.parse(stored)) ? stored : null;
}

/** The same, followed by the component. */
export function useLastSync(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readLastSync);
}
