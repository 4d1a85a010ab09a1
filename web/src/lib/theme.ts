import { useSyncExternalStore } from 'react';
import { keepCookie } from './cookies.ts';

export type Theme = 'dark' | 'light';

const listeners = new Set<() => void>();

/** The theme that boot.js has set on the page. */
function getTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** Switches the theme and keeps it. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  keepCookie('theme', theme);
  for (const listener of listeners) listener();
}

/** The theme, for components: they re-render when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTheme);
}
