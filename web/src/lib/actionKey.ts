import { randomKey } from '@krapao/ui/randomKey.ts';
import { readStorage, writeStorage } from './storage.ts';

/** Hands out the Idempotency-Key of a member's actions: one action keeps its key until it is known how it ended. */
export interface ActionKeys {
  /**
   * The key for what is asked (its call and body as text): the same again while the same is asked and unsettled, also
   * after a reload, in a form that was opened again, and after the member has logged in again.
   */
  keyFor(asked: string): string;
  /** The action has ended; the next one is another, even with the same body. */
  settle(): void;
  /** The form goes away. What is unsettled is left behind: its outcome is asked for by somebody else. */
  leave(): void;
}

/** A key whose outcome is not known. Of what was asked a mark alone is kept: it may be somebody's money, as a gift link is. */
interface OpenKey {
  key: string;
  mark: string;
}

/** Makes the keys of one form. `newKey` answers a value that nobody has used. */
export function createActionKeys(newKey: () => string = randomKey): ActionKeys {
  let own: OpenKey | null = null;
  function leave(): void {
    if (own) held.delete(own.key);
    own = null;
    tell();
  }
  return {
    keyFor(asked) {
      const mark = markOf(asked);
      if (own?.mark === mark) return own.key;
      leave();
      own = open.find((one) => one.mark === mark) ?? { key: newKey(), mark };
      held.add(own.key);
      keep([...open.filter(({ key }) => key !== own?.key), own]);
      return own.key;
    },
    settle() {
      if (!own) return;
      const { key } = own;
      own = null;
      forgetKey(key);
    },
    leave,
  };
}

/** The keys that no form waits for any more: of forms that have gone, and of this tab's page before a reload. */
export function keysLeftBehind(): readonly string[] {
  return leftBehind;
}

/** Calls back when a key is left behind or is so no more. */
export function subscribeLeftBehind(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The outcome of a key is known. */
export function forgetKey(key: string): void {
  held.delete(key);
  keep(open.filter((one) => one.key !== key));
}

const MOST = 20;
const listeners = new Set<() => void>();
/** Those that a form of this page waits for. */
const held = new Set<string>();
let open = keptKeys();
let leftBehind: readonly string[] = open.map(({ key }) => key);

/**
 * What this tab keeps, so that two tabs with the same wish are two wishes. It outlives the session, which may end while a
 * call is under way; for another member who logs in here the server knows none of these keys.
 */
function keptKeys(): OpenKey[] {
  try {
    const kept: unknown = JSON.parse(readStorage('open-keys', 'session') ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.key === 'string') : [];
  } catch {
    return [];
  }
}

function keep(keys: OpenKey[]): void {
  open = keys.slice(-MOST);
  writeStorage('open-keys', open.length === 0 ? null : JSON.stringify(open), 'session');
  tell();
}

function tell(): void {
  const left = open.filter(({ key }) => !held.has(key)).map(({ key }) => key);
  if (left.join() === leftBehind.join()) return;
  leftBehind = left;
  for (const listener of listeners) listener();
}

/** FNV-1a over UTF-16 units in two lanes: enough to know the same wish again. */
function markOf(asked: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < asked.length; at += 1) {
    a = Math.imul(a ^ asked.charCodeAt(at), 0x1000193);
    b = Math.imul(b ^ asked.charCodeAt(at), 0x5bd1e995);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
