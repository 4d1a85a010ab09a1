import type { ApiError } from '@krapao/contract/client';
import { useSyncExternalStore } from 'react';
import { subscribeSession } from './session.ts';

const listeners = new Set<() => void>();
let refused: ApiError | null = null;

/** Explains a refusal of safer play, wherever it was met. Other errors are left to their screens. */
export function explainRefusal(error: ApiError): void {
  if (
    /^(?:LIMIT_REACHED|PLAY_PAUSED|REALITY_CHECK_DUE|LEVEL_REQUIRED|DEPOSITS_UNREAD)$/.test(error.code ?? '')
  )
    tell(error);
}

export const dismissRefusal = (): void => tell(null);

/** The refusal to explain now. */
export function useRefusal(): ApiError | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => refused,
  );
}

function tell(next: ApiError | null): void {
  refused = next;
  for (const listener of listeners) listener();
}

// The next member on this phone must not read it.
subscribeSession(dismissRefusal);
