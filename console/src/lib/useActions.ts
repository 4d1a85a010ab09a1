import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react';
import type { ActionKey } from './keyOf.ts';

/** Elements in which letters and Enter are input or selection. */
export const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Something that the operator can do on the open page. */
export interface Action {
  /** What it is called where it is found; one without a name is only a key. */
  name?: string;
  /** The key that does it while nobody types; holding it acts once. */
  key?: ActionKey;
  /** It cannot be done at the moment. */
  isOff?: boolean;
  perform: () => void;
}

/** What is on the page now, the newest last: the operator's own actions, those of the page, those of the open item. */
const shown = new Set<{ current: readonly Action[] }>();

/**
 * Says what can be done here: the keys do it, and the field that finds anything offers it. What a role may not do is not
 * said.
 */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    shown.add(latest);
    return () => void shown.delete(latest);
  }, []);
}

/** What can be done now and has a name, the open item's first. */
export function namedActions(): (Action & { name: string })[] {
  const named = possible().filter((action): action is Action & { name: string } => action.name !== undefined);
  return [...new Map(named.toReversed().map((action) => [action.name, action])).values()].toReversed();
}

const possible = () =>
  [...shown]
    .toReversed()
    .flatMap(({ current }) => current)
    .filter(({ isOff }) => !isOff);

/** Whether this is Enter that is being held: it acts once, also where it has moved the focus. */
export function isHeldEnter({ key, nativeEvent }: ReactKeyboardEvent): boolean {
  return key === 'Enter' && nativeEvent.repeat;
}

/** Lets the keys act. Once, around all pages. */
export function useActionKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest(`${FIELD}, [role="dialog"]`)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      // The letter printed on the key, so that Thai and Lao keyboard layouts work too.
      const pressed = letterOf(event);
      const action = possible().find(({ key }) => key === pressed);
      if (!action) return;
      event.preventDefault();
      action.perform();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function letterOf({ code, key }: KeyboardEvent): string {
  if (code.startsWith('Key')) return code.slice(3);
  return code === 'Slash' ? '/' : key;
}
