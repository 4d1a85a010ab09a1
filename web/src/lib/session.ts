import { useSyncExternalStore } from 'react';
import { readStorage, writeStorage } from './storage.ts';

const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');
let token = readStorage('token', 'session') ?? readStorage('token');

/** The bearer token, or null when nobody is logged in. */
export function getToken(): string | null {
  return token;
}

/** Starts a session. LOG-03: a remembered one is in persistent storage, any other only in this tab. */
export function startSession(newToken: string, remember: boolean): void {
  forget();
  // What a visitor typed is not for the member who goes on in this tab.
  writeStorage('registration', null, 'session');
  token = newToken;
  writeStorage('token', newToken, remember ? 'local' : 'session');
  notify();
}

/** Ends the session here and in every other tab with the same token, and clears its data. */
export function endSession(): void {
  if (token === null) return;
  channel?.postMessage(token);
  forget();
  notify();
}

/** Calls back when the session starts or ends, in this tab or in another. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while a token is stored. */
export function useHasSession(): boolean {
  return useSyncExternalStore(subscribeSession, () => token !== null);
}

channel?.addEventListener('message', ({ data }) => {
  if (data !== token) return;
  forget();
  notify();
});

function forget(): void {
  token = null;
  writeStorage('token', null);
  writeStorage('token', null, 'session');
  writeStorage('last_sync', null);
}

function notify(): void {
  for (const listener of listeners) listener();
}
