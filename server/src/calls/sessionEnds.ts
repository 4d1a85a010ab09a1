import { sql } from 'kysely';
import { clock, type Timer } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { follow } from '../database/follow.ts';

/** Identifies a session, of a member or an operator, by the SHA-256 of its token. */
export type SessionName = `${'member' | 'operator'}:${string}`;

/** The session name for the hash of its token. */
export const memberSession = (tokenHash: Buffer): SessionName => `member:${tokenHash.toString('hex')}`;
export const operatorSession = (tokenHash: Buffer): SessionName => `operator:${tokenHash.toString('hex')}`;

/** Reports on every node when a session ends, so that its sockets and streams can end with it. */
export interface SessionEnds {
  /**
   * Calls `listener` when the session has ended: at once for a log-out, a new password, a suspension or an operator's
   * lost permissions, within a minute for a time-out, and soon if it had already ended. @returns stops listening
   */
  onEnd(session: SessionName, listener: () => void): () => void;
  close(): Promise<void>;
}

/** The database does not announce time-outs. */
const CHECK_MS = 60_000;
/**
 * A session may have ended between its check by a call and its first listener. Sessions of the same moment are checked
 * together.
 */
const FIRST_CHECK_MS = 250;

/** Follows the database's notifications of ended sessions. */
export async function followSessionEnds(db: Db, url: string): Promise<SessionEnds> {
  const listeners = new Map<SessionName, Set<() => void>>();
  let fresh: SessionName[] = [];
  let freshTimer: Timer | undefined;

  function end(session: SessionName): void {
    const told = listeners.get(session);
    listeners.delete(session);
    for (const listener of told ?? []) listener();
  }

  async function check(sessions: SessionName[]): Promise<void> {
    if (sessions.length === 0) return;
    const alive = await aliveSessions(db, sessions);
    for (const session of sessions) if (!alive.has(session)) end(session);
  }

  // If the check fails now, the sessions are checked with all others, at the latest a minute later.
  const checkAll = () => void check([...listeners.keys()]).catch(() => undefined);
  const stopFollowing = await follow(url, 'krapao_session_end', (session) =>
    session === undefined ? checkAll() : end(session as SessionName),
  );
  const timer = clock.every(CHECK_MS, checkAll);

  return {
    onEnd: (session, listener) => {
      const ofSession = listeners.get(session) ?? new Set();
      listeners.set(session, ofSession.add(listener));
      fresh.push(session);
      freshTimer ??= clock.after(FIRST_CHECK_MS, () => {
        freshTimer = undefined;
        const sessions = fresh;
        fresh = [];
        void check(sessions).catch(() => undefined);
      });
      return () => {
        ofSession.delete(listener);
        if (ofSession.size === 0 && listeners.get(session) === ofSession) listeners.delete(session);
      };
    },
    close: async () => {
      timer.cancel();
      freshTimer?.cancel();
      await stopFollowing();
    },
  };
}

/** The valid ones of these sessions: not ended, not timed out, and their member or operator may log in. */
export async function aliveSessions(db: Db, sessions: SessionName[]): Promise<Set<SessionName>> {
  const hashesOf = (kind: string) =>
    sessions
      .filter((session) => session.startsWith(kind))
      .map((session) => Buffer.from(session.slice(kind.length), 'hex'));
  const [members, operators] = [hashesOf('member:'), hashesOf('operator:')];
  const alive = new Set<SessionName>();
  if (members.length > 0) {
    const rows = await db
      .selectFrom('session')
      .innerJoin('member', 'member.id', 'session.member_id')
      .select('token_hash')
      .where(sql<boolean>`token_hash = any(${members}::bytea[])`)
      .where('member.status', '=', 'active')
      .where('expires_at', '>', sql<Date>`site.now()`)
      // The last use is stored with a precision of one minute.
      .where(sql<boolean>`last_seen_at + make_interval(mins => idle_minutes + 1) > site.now()`)
      .execute();
    for (const { token_hash } of rows) alive.add(memberSession(token_hash));
  }
  if (operators.length > 0) {
    const rows = await db
      .selectFrom('operator_session')
      .innerJoin('operator', 'operator.id', 'operator_session.operator_id')
      .select('token_hash')
      .where(sql<boolean>`token_hash = any(${operators}::bytea[])`)
      .where('operator.is_active', '=', true)
      .where('expires_at', '>', sql<Date>`site.now()`)
      .where(sql<boolean>`last_seen_at + make_interval(mins => idle_minutes) > site.now()`)
      .execute();
    for (const { token_hash } of rows) alive.add(operatorSession(token_hash));
  }
  return alive;
}
