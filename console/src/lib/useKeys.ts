import { useEffect, useRef } from 'react';

/** Single keys that do something while nobody types: `[['A', approve], ['R', reject]]`. */
export function useKeys(keys: readonly (readonly [key: string, perform: () => void])[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
      // The letter printed on the key, so that a Thai or Lao keyboard layout works too.
      const pressed = letterOf(event);
      const perform = latest.current.find(([key]) => key === pressed)?.[1];
      if (!perform) return;
      event.preventDefault();
      perform();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function letterOf({ code, key }: KeyboardEvent): string {
  if (code.startsWith('Key')) return code.slice(3);
  return code === 'Slash' ? '/' : key;
}
