import { useSyncExternalStore } from 'react';

/** Calls that wait until the operator has given a new code of two-factor. */
let waiting: readonly ((isGiven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function wait(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the operator for a code; several calls ask once. True when it was given, false when the operator left it. */
export function askForCode(): Promise<boolean> {
  return new Promise((answer) => wait([...waiting, answer]));
}

/** Lets the calls that wait go on, or fail. */
export function endAsking(isGiven: boolean): void {
  const answered = waiting;
  wait([]);
  for (const answer of answered) answer(isGiven);
}

/** Whether a code is asked for now. */
export function useCodeAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
