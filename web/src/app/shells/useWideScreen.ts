import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(min-width: 1024px)');

/** True from 1024 px, where the rail replaces the bottom menu. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
