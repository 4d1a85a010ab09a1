import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** By conversation. */
const attached = new Map<string, string>();

/** Attaches a row of the member's statement to the next answer of a conversation; null takes it away. */
export function attachRow(roomId: string, rowId: string | null): void {
  if (rowId === null) attached.delete(roomId);
  else attached.set(roomId, rowId);
  for (const listener of listeners) listener();
}

/** The row that the next answer of a conversation takes along. */
export function useAttachedRow(roomId: string): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => attached.get(roomId) ?? null,
  );
}
