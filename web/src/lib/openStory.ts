import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let shown: string | null = null;

/** Shows the story of a row of the statement: the id of an entry, or `slip-` and the id of a slip. */
export const openStory = (id: string): void => show(id);
export const closeStory = (): void => show(null);

/** The row whose story is shown; null while none is. */
export function useShownStory(): string | null {
  return useSyncExternalStore(subscribe, () => shown);
}

function show(id: string | null): void {
  shown = id;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
