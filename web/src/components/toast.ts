import { shownMs } from '@krapao/ui/shownMs.ts';
import { useSyncExternalStore } from 'react';
import { t } from '../i18n/i18n.ts';
import { isOffline } from '../lib/network.ts';
import { subscribeSession } from '../lib/session.ts';

/** A short message at the top of the screen. */
export interface Toast {
  id: number;
  kind: 'success' | 'info' | 'error';
  /** Evaluated when it is shown, so that it follows the language. */
  text: () => string;
  action: { label: string; run: () => void } | undefined;
  /** A person can close it: it stays until then, or long. */
  isClosable: boolean;
}

const SHOWN_MS = 4_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/**
 * Shows a message for 4 seconds, or longer with reduced motion; errors, news and offers stay until they are closed. News is what became of something
 * that nobody waits for any more. Without a network an error goes after 4 seconds too: the banner tells the reason all
 * the while. That there is no network goes when the network is back, also if a call failed before the browser knew.
 */
export const toast = {
  success: (text: Toast['text']) => show('success', text),
  info: (text: Toast['text']) => show('info', text),
  news: (text: Toast['text']) => show('info', text, { stays: true }),
  offer: (text: Toast['text'], action: Toast['action']) => show('info', text, { action, stays: true }),
  error: (text: Toast['text'], action?: Toast['action']) =>
    show('error', text, { action, stays: action !== undefined || !isOffline() }),
};

/** Removes a message. */
export function dismissToast(id: number): void {
  replace(toasts.filter((shown) => shown.id !== id));
}

/** The current messages. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

function show(
  kind: Toast['kind'],
  text: Toast['text'],
  { action, stays = false }: { action?: Toast['action']; stays?: boolean } = {},
): void {
  lastId += 1;
  const id = lastId;
  const ms = shownMs(SHOWN_MS);
  const isClosable = stays || kind === 'error' || ms > SHOWN_MS;
  replace(
    [...toasts.filter((shown) => shown.text() !== text()), { id, kind, text, action, isClosable }].slice(-3),
  );
  if (!stays) setTimeout(() => dismissToast(id), ms);
  if (kind === 'error' && !action && (!stays || text() === t('error.offline')))
    window.addEventListener('online', () => dismissToast(id), { once: true });
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

// The next member on this phone must not read them. An offer is about the app, not about a member.
subscribeSession(() => replace(toasts.filter(({ action }) => action)));
