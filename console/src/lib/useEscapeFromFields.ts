import { useEffect } from 'react';
import { FIELD } from './useActions.ts';

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
