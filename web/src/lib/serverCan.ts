import { useSyncExternalStore } from 'react';

/**
 * What the server can: the specification alone, or what is beyond it too. Its answers announce it; null until the first.
 * An answer without the announcement changes nothing once there was one: an older node of the site may have given it.
 */
let canMore: boolean | null = null;
const listeners = new Set<(before: boolean | null) => void>();

/** Notes whether an answer announces what is beyond the specification. */
export function noteAnswer(isBeyond: boolean): void {
  if (canMore === true || canMore === isBeyond) return;
  const before = canMore;
  canMore = isBeyond;
  for (const listener of listeners) listener(before);
}

/** Whether the server knows calls and fields beyond the specification; null until it has answered. */
export function serverCanMore(): boolean | null {
  return canMore;
}

/** Calls back with what was known before when something else has become known of the server. */
export function subscribeServerCan(listener: (before: boolean | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True unless the server is known to speak the specification alone. */
export function useServerCanMore(): boolean {
  return useSyncExternalStore(subscribeServerCan, serverCanMore, serverCanMore) !== false;
}
