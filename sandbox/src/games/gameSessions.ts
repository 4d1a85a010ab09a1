import { createHash, randomBytes } from 'node:crypto';
import { clock } from '../clock.ts';
import { Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';

export interface GameSession {
  provider: string;
  username: string;
  expiresAt: string;
}

const LAUNCHES = 'launches';
const SESSIONS = 'gameSessions';
const LAUNCH_MS = 2 * 60_000;
const SESSION_MS = 4 * 3_600_000;

/** Creates a launch token that opens one game session within two minutes. */
export function makeLaunch(
  store: Store,
  provider: string,
  username: string,
): { token: string; expiresAt: string } {
  return issue(store, LAUNCHES, LAUNCH_MS, provider, username);
}

/** Uses up a launch token and returns the session's token. Throws Problem 410 if it was used or is too old. */
export function spendLaunch(store: Store, provider: string, token: string): string {
  const launch = store.all<GameSession>(LAUNCHES).get(keyOf(token));
  store.remove(LAUNCHES, keyOf(token));
  if (!launch || launch.provider !== provider || Date.parse(launch.expiresAt) < clock.now()) {
    throw new Problem(
      410,
      'LAUNCH_USED',
      'This link was used before, or is too old. Open the game from your wallet again.',
    );
  }
  return openSession(store, provider, launch.username);
}

/** Opens a game session and returns its token. */
export function openSession(store: Store, provider: string, username: string): string {
  return issue(store, SESSIONS, SESSION_MS, provider, username).token;
}

/** The session of this token at this provider. Throws Problem 401. */
export function sessionOf(store: Store, provider: string, token: string | undefined): GameSession {
  const session = token === undefined ? undefined : store.all<GameSession>(SESSIONS).get(keyOf(token));
  if (session?.provider === provider && Date.parse(session.expiresAt) > clock.now()) return session;
  throw new Problem(401, 'NO_SESSION', 'Your game session has ended. Open the game from your wallet again.');
}

/** Ends every session of the player. */
export function endSessions(store: Store, provider: string, username: string): void {
  for (const collection of [LAUNCHES, SESSIONS]) {
    for (const [key, one] of store.all<GameSession>(collection)) {
      if (one.provider === provider && one.username === username) store.remove(collection, key);
    }
  }
}

function issue(store: Store, collection: string, lifeMs: number, provider: string, username: string) {
  for (const [key, one] of store.all<GameSession>(collection)) {
    if (Date.parse(one.expiresAt) < clock.now()) store.remove(collection, key);
    else break;
  }
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(clock.now() + lifeMs).toISOString();
  store.put(collection, keyOf(token), { provider, username, expiresAt } satisfies GameSession);
  return { token, expiresAt };
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
