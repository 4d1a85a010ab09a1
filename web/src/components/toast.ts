import { shownMs } from '@krapao/ui/shownMs.ts';
import { useSyncExternalStore } from 'react';
import { t } from '../i18n/i18n.ts';
import { isOffline } from '../lib/network.ts';
import { subscribeSession } from '../lib/session.ts';
import { subscribeDialogs, topDialog } from './dialogStack.ts';

/** A short message at the top of the screen, or one that is only said. */
export interface Toast {
  id: number;
  kind: 'success' | 'info' | 'error' | 'voice';
  /** Evaluated when it is shown, so that it follows the language. */
  text: () => string;
  action: { label: string; run: () => void } | undefined;
  /** A person can close it: it stays until then, or long. */
  isClosable: boolean;
  /** Screen readers have said it: where it goes with the next dialog it is not said again. */
  isSaid: boolean;
}

const SHOWN_MS = 4_000;
/** A screen reader has taken the text by then. */
const VOICE_MS = 1_000;
/** A form that reports its end also closes: what it says is said in the dialog, or on the page, that stays. */
const SETTLED_MS = 50;
const SHOWN_MAX = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/**
 * Shows a message for 4 seconds, or longer with reduced motion; errors, news and offers stay until they are closed. News is what became of something
 * that nobody waits for any more. Without a network an error goes after 4 seconds too: the banner tells the reason all
 * the while. That there is no network goes when the network is back, also if a call failed before the browser knew. A voice
 * is not shown: it says to screen readers what a view shows.
 */
export const toast = {
  success: (text: Toast['text']) => show('success', text),
  info: (text: Toast['text']) => show('info', text),
  news: (text: Toast['text']) => show('info', text, { stays: true }),
  offer: (text: Toast['text'], action: Toast['action']) => show('info', text, { action, stays: true }),
  error: (text: Toast['text'], action?: Toast['action']) =>
    show('error', text, { action, stays: action !== undefined || !isOffline() }),
  voice: (text: Toast['text']) => show('voice', text),
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

function show(kind: Toast['kind'], text: Toast['text'], options: ShowOptions = {}): void {
  const asked = sessions;
  setTimeout(() => {
    if (asked === sessions || options.action) showNow(kind, text, options);
  }, SETTLED_MS);
}

interface ShowOptions {
  action?: Toast['action'];
  stays?: boolean;
}

function showNow(kind: Toast['kind'], text: Toast['text'], { action, stays = false }: ShowOptions): void {
  const same = toasts.find((shown) => shown.text() === text());
  // A view and a message that tell of one event at once: it is said once.
  if (kind === 'voice' && same) return;
  lastId += 1;
  const id = lastId;
  const ms = kind === 'voice' ? VOICE_MS : shownMs(SHOWN_MS);
  const isClosable = stays || kind === 'error' || ms > SHOWN_MS;
  const others = toasts.filter((shown) => shown !== same);
  replace([
    ...(kind === 'voice' ? others : others.slice(1 - SHOWN_MAX)),
    { id, kind, text, action, isClosable, isSaid: same?.kind === 'voice' },
  ]);
  if (!stays) setTimeout(() => dismissToast(id), ms);
  if (kind === 'error' && !action && (!stays || text() === t('error.offline')))
    window.addEventListener('online', () => dismissToast(id), { once: true });
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

// The next member on this phone must not read them. An offer is about the app, not about a member.
let sessions = 0;
subscribeSession(() => {
  sessions += 1;
  replace(toasts.filter(({ action }) => action));
});

let lastTop = topDialog();
subscribeDialogs(() => {
  if (topDialog() === lastTop) return;
  lastTop = topDialog();
  if (toasts.length > 0) replace(toasts.map((shown) => ({ ...shown, isSaid: true })));
});
