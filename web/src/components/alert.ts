import { useSyncExternalStore } from 'react';
import { subscribeSession } from '../lib/session.ts';

/** A message that must be acknowledged. The default title depends on its kind. */
export interface Alert {
  kind: 'success' | 'error';
  message: string;
  title?: string;
}

const listeners = new Set<() => void>();
let current: Alert | null = null;

/** Shows an alert dialog on top of everything else. */
export function showAlert(alert: Alert): void {
  replace(alert);
}

export function dismissAlert(): void {
  replace(null);
}

/** The current alert. */
export function useAlert(): Alert | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function replace(next: Alert | null): void {
  current = next;
  for (const listener of listeners) listener();
}

// The next member on this phone must not read it.
subscribeSession(dismissAlert);
