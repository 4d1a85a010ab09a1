import { useSyncExternalStore } from 'react';

/**
 * What the server can: the specification alone, or what is beyond it too. Its answers announce it; null until the first.
 * An answer without the announcement changes nothing once there was one: something between may have given it.
 */
let canMore: boolean | null = null;
const listeners = new Set<() => void>();

/** Notes whether an answer announces what is beyond the specification. */
export function noteAnswer(isBeyond: boolean): void {
  if (canMore === true || canMore === isBeyond) return;
  canMore = isBeyond;
  for (const listener of listeners) listener();
}

/** Whether the server knows calls and fields beyond the specification; null until it has answered. */
export function serverCanMore(): boolean | null {
  return canMore;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True unless the server is known to speak the specification alone. */
export function useServerCanMore(): boolean {
  return useSyncExternalStore(subscribe, serverCanMore, serverCanMore) !== false;
}
