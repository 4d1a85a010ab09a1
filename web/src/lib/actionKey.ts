import { readStorage, writeStorage } from './storage.ts';

/** Hands out the Idempotency-Key of a member's actions: one action keeps its key until it is known how it ended. */
export interface ActionKeys {
  /**
   * The key for what is asked (its call and body as text): the same again while the same is asked and unsettled, also
   * after a reload.
   */
  keyFor(asked: string): string;
  /** The action has ended; the next one is another, even with the same body. */
  settle(): void;
}

/** A key whose outcome is not known. Of what was asked a mark alone is kept: it may be somebody's money, as a gift link is. */
interface OpenKey {
  key: string;
  mark: string;
}

/** Makes the keys of one form. `newKey` answers a value that nobody has used. */
export function createActionKeys(newKey: () => string = randomKey): ActionKeys {
  let open: OpenKey | null = null;
  return {
    keyFor(asked) {
      const mark = markOf(asked);
      if (open?.mark !== mark) {
        const left = leftBehind.find((one) => one.mark === mark);
        open = left ?? { key: newKey(), mark };
        keep([...openKeys().filter(({ key }) => key !== open?.key), open]);
      }
      return open.key;
    },
    settle() {
      if (open) forgetKey(open.key);
      open = null;
    },
  };
}

/** The keys of this tab's earlier page, whose answers nobody waits for any more. */
export function keysLeftBehind(): string[] {
  return leftBehind.map(({ key }) => key);
}

/** The outcome of a key is known. */
export function forgetKey(key: string): void {
  leftBehind = leftBehind.filter((one) => one.key !== key);
  keep(openKeys().filter((one) => one.key !== key));
}

const MOST = 20;
let leftBehind = openKeys();

/** What this tab keeps, so that two tabs with the same wish are two wishes. */
function openKeys(): OpenKey[] {
  try {
    const kept: unknown = JSON.parse(readStorage('open-keys', 'session') ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.key === 'string') : [];
  } catch {
    return [];
  }
}

function keep(keys: OpenKey[]): void {
  writeStorage('open-keys', keys.length === 0 ? null : JSON.stringify(keys.slice(-MOST)), 'session');
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

/** 128 random bits in hexadecimal. Unlike crypto.randomUUID it also works on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
