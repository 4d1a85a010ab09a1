import { useSyncExternalStore } from 'react';

/** A message that must be acknowledged. Without a title it has the one of its kind. */
export interface Alert {
  kind: 'success' | 'error';
  message: string;
  title?: string;
}

const listeners = new Set<() => void>();
let current: Alert | null = null;

/** Shows an alert dialog over everything else. */
export function showAlert(alert: Alert): void {
  replace(alert);
}

export function dismissAlert(): void {
  replace(null);
}

/** The alert that is shown now. */
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
