import { useSyncExternalStore } from 'react';
import { subscribeSession } from './session.ts';

const listeners = new Set<() => void>();
let isLimited = false;

/** The session only withdraws, reads and chats, as an excluded member gets it (protection.md 12). */
export const limitAccess = (): void => change(true);

/** Whether this session is such a one, once it is known. */
export function useLimitedAccess(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLimited,
  );
}

function change(next: boolean): void {
  if (next === isLimited) return;
  isLimited = next;
  for (const listener of listeners) listener();
}

subscribeSession(() => change(false));
