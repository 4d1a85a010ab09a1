import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const YEAR_SECONDS = 31_536_000;
const listeners = new Set<() => void>();

/** The theme that boot.js has set on the page. */
function getTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** Switches the theme and stores it in a cookie: local storage contains exactly the keys of STO-01. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** The theme, for components: they re-render when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTheme);
}
