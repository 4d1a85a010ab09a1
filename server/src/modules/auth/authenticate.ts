import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { readerOf } from '../../database/inBatches.ts';
import { prepared } from '../../database/prepared.ts';
import { deviceClass, storedUserAgent } from './device.ts';
import { tokenHash } from './sessionToken.ts';

/** The session behind a bearer token. */
export interface Session {
  memberId: bigint;
  /** SHA-256 of the token, the session's key in the database. */
  tokenHash: Buffer;
}

/**
 * Finds the session of a call and keeps it alive (API-05, semantics.md "Auth and sessions").
 * @throws AppError UNAUTHORIZED without a known token, EXPIRED_AUTH_TOKEN after a time-out, INVALID_USER_1 when the
 * member is gone, INVALID_USER_2 when the member is suspended, INVALID_USER_4 when the session was opened on another
 * kind of device
 */
export async function authenticate(db: Db, request: FastifyRequest): Promise<Session> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = tokenHash(token);
  if (hash === null) throw new AppError('UNAUTHORIZED', 'No bearer token.');
  const session = await readSession(db, hash);
  if (session === undefined) throw new AppError('UNAUTHORIZED', 'Unknown token.');
  if (session.is_expired) throw new AppError('EXPIRED_AUTH_TOKEN');
  if (session.id === null) throw new AppError('INVALID_USER_1');
  if (session.status !== 'active') throw new AppError('INVALID_USER_2');
  if (session.device_class !== null && session.device_class !== classOf(request))
    throw new AppError('INVALID_USER_4');
  if (session.is_due) await renew(db, hash);
  return { memberId: session.id, tokenHash: hash };
}

interface Row {
  token: string;
  id: bigint | null;
  status: string | null;
  device_class: string | null;
  is_expired: boolean;
  is_due: boolean;
}

/** The session as it is now; calls of the same moment are looked up together (decision 091). */
const readSession = readerOf(async (db, hashes: Buffer[]): Promise<(Row | undefined)[]> => {
  // The last sight is known to a minute, which the idle time-out must not charge to the member.
  const query = sql<Row>`
    select encode(s.token_hash, 'hex') as token, m.id, m.status, s.device_class,
      s.expires_at <= now() or s.last_seen_at + make_interval(mins => s.idle_minutes + 1) <= now() as is_expired,
      s.last_seen_at < now() - interval '1 minute' as is_due
    from session s left join member m on m.id = s.member_id where s.token_hash = any(${hashes}::bytea[])`;
  const rows = await prepared(db, 'session', query);
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return hashes.map((hash) => byToken.get(hash.toString('hex')));
});

function classOf(request: FastifyRequest): string | null {
  return deviceClass(storedUserAgent(request.headers['user-agent']));
}

async function renew(db: Db, hash: Buffer): Promise<void> {
  await sql`
    update session set last_seen_at = now()
    where token_hash = ${hash} and last_seen_at < now() - interval '1 minute'`.execute(db);
}
