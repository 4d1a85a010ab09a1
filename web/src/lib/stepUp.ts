import { ApiError } from '@krapao/contract/client';
import type { StepUpAsk } from '@krapao/contract/stepUp';
import { useSyncExternalStore } from 'react';
import { subscribeSession } from './session.ts';

interface Waiting {
  ask: StepUpAsk;
  /** Null when the member does not prove it. */
  answer: (proof: string | null) => void;
}

/** Calls that wait until the member has proved who they are, the first one first. */
let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function wait(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the member for a proof. Null when they refuse. */
export function askForProof(ask: StepUpAsk): Promise<string | null> {
  return new Promise((answer) => wait([...waiting, { ask, answer }]));
}

/** Lets the first waiting call go on with its proof, or fail. */
export function endAsking(proof: string | null): void {
  const [first, ...rest] = waiting;
  wait(rest);
  first?.answer(proof);
}

/** What has to be proved now. */
export function useProofAsked(): StepUpAsk | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting[0]?.ask ?? null,
  );
}

// The next member on this phone proves nothing for the one before.
subscribeSession(() => {
  while (waiting.length > 0) endAsking(null);
});

/** Whether the member closed the dialog that asked for a proof: nothing has happened, and nothing needs saying. */
export function isNotProved(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';
}
