import { useSyncExternalStore } from 'react';

/** Calls that wait until the operator has entered a new two-factor code. */
let waiting: readonly ((isGiven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function wait(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the operator for a code, once for several calls. True if it was entered, false if the operator cancelled. */
export function askForCode(): Promise<boolean> {
  return new Promise((answer) => wait([...waiting, answer]));
}

/** Lets the waiting calls continue, or fail. */
export function endAsking(isGiven: boolean): void {
  const answered = waiting;
  wait([]);
  for (const answer of answered) answer(isGiven);
}

/** Whether a code is being asked for now. */
export function useCodeAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
