import { useEffect, useRef } from 'react';

/** Elements in which letters and Enter are input or selection. */
const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Single keys that act while nobody types: `[['A', approve], ['R', reject]]`; holding a key acts once. */
export function useKeys(keys: readonly (readonly [key: string, perform: () => void])[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest(`${FIELD}, [role="dialog"]`)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      // The letter printed on the key, so that Thai and Lao keyboard layouts work too.
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

/** Escape leaves the current field, so that the keys work again; a dialog handles Escape itself. */
export function useEscapeFromFields(): void {
  useEffect(() => {
    const onKey = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || !(target instanceof HTMLElement)) return;
      if (target.matches(FIELD) && !target.closest('[role="dialog"]')) target.blur();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function letterOf({ code, key }: KeyboardEvent): string {
  if (code.startsWith('Key')) return code.slice(3);
  return code === 'Slash' ? '/' : key;
}
