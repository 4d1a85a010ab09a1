import { useEffect, useRef } from 'react';

/** Where letters and Enter mean what one writes or chooses. */
const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Single keys that do something while nobody types: `[['A', approve], ['R', reject]]`; a key that is held does it once. */
export function useKeys(keys: readonly (readonly [key: string, perform: () => void])[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest(`${FIELD}, [role="dialog"]`)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
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

/** Escape leaves the field that one is in, so that the keys work again; a dialog has its own meaning of Escape. */
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
