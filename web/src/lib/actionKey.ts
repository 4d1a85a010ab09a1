import { randomKey } from '@krapao/ui/randomKey.ts';
import { getMemberId, learnMemberId } from './memberId.ts';
import { serverCanMore } from './serverCan.ts';
import { getToken, subscribeSession } from './session.ts';
import { readStorage, writeStorage } from './storage.ts';

/** Provides the Idempotency-Key of a member's actions. An action keeps its key until its outcome is known. */
export interface ActionKeys {
  /**
   * The key for a request (its call and body as text). The same request gets the same key until it is settled, also
   * after a reload, in a form that was opened again, and after a new login. Where the server cannot be asked for
   * outcomes, a new key is not kept. One that was kept before is sent again: the server may be an older node of ours.
   */
  keyFor(asked: string): string;
  /** The action has ended; the next action gets a new key, even with the same body. */
  settle(): void;
  /** The form is closed. Its unsettled key is left behind: another component asks for the outcome. */
  leave(): void;
}

/**
 * A key whose outcome is unknown. Only a hash of the request is stored: the request may contain money, such as a gift
 * link.
 */
interface OpenKey {
  key: string;
  mark: string;
  /** The session that made it, as a hash of its token. */
  session: string;
  /** The member who made it; null until the server has said who is logged in. */
  member: string | null;
}

/** Creates the keys of one form. `newKey` returns a value that was never used. */
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
      const kept = open.find((one) => one.mark === mark && isOwn(one));
      if (!kept && serverCanMore() === false) return newKey();
      own = kept ?? {
        key: newKey(),
        mark,
        session: sessionMark(),
        member: getMemberId(),
      };
      held.add(own.key);
      keep([...open.filter(({ key }) => key !== own?.key), own]);
      void learnMemberId(nameOwn);
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

/** The logged-in member's keys that no open form waits for: of closed forms, and of this tab before a reload. */
export function keysLeftBehind(): readonly string[] {
  return leftBehind;
}

/** Calls back when the set of keys left behind changes. */
export function subscribeLeftBehind(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets a key whose outcome is known. */
export function forgetKey(key: string): void {
  held.delete(key);
  keep(open.filter((one) => one.key !== key));
}

const MOST = 20;
const listeners = new Set<() => void>();
/** The keys that an open form of this page waits for. */
const held = new Set<string>();
let open = keptKeys();
let leftBehind: readonly string[] = [];
followSession();
subscribeSession(followSession);

/**
 * The stored keys of this tab; two tabs with the same request are two actions. They outlive the session, which may end
 * during a call. The keys of another member wait until that member logs in here again.
 */
function keptKeys(): OpenKey[] {
  try {
    const kept: unknown = JSON.parse(readStorage('open-keys', 'session') ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.key === 'string' && typeof one.session === 'string')
      : [];
  } catch {
    return [];
  }
}

function isOwn({ session, member }: OpenKey): boolean {
  return session === sessionMark() || (member !== null && member === getMemberId());
}

function sessionMark(): string {
  return markOf(getToken() ?? '');
}

function followSession(): void {
  tell();
  if (open.some((one) => one.member !== null && !isOwn(one))) void learnMemberId(nameOwn);
}

/** The member has become known: their keys of this session get their name, and those of earlier ones are theirs again. */
function nameOwn(): void {
  const session = sessionMark();
  keep(open.map((one) => (one.session === session ? { ...one, member: getMemberId() } : one)));
}

function keep(keys: OpenKey[]): void {
  open = keys.slice(-MOST);
  writeStorage('open-keys', open.length === 0 ? null : JSON.stringify(open), 'session');
  tell();
}

function tell(): void {
  const left = open.filter((one) => !held.has(one.key) && isOwn(one)).map(({ key }) => key);
  if (left.join() === leftBehind.join()) return;
  leftBehind = left;
  for (const listener of listeners) listener();
}

/** FNV-1a over UTF-16 units in two lanes: enough to recognise the same request. */
function markOf(asked: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < asked.length; at += 1) {
    a = Math.imul(a ^ asked.charCodeAt(at), 0x1000193);
    b = Math.imul(b ^ asked.charCodeAt(at), 0x5bd1e995);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
