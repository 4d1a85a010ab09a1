import { STEP_UP_HEADER } from '@krapao/contract/stepUp';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db } from '../database/connect.ts';
import { deviceClass, storedUserAgent } from './device.ts';
import { readSession, type SessionRow } from './sessionRow.ts';
import { tokenHash } from './sessionToken.ts';

/** The session behind a bearer token. */
export interface Session<Row extends SessionRow = SessionRow> {
  memberId: bigint;
  /** SHA-256 of the token, the session's key in the database. */
  tokenHash: Buffer;
  /** SHA-256 of the proof that came with the call (stepUp.ts); null without one. */
  proof: Buffer | null;
  row: Row;
}

/** Reads a session by its key; a call may pass its own reader, which reads more of the member in the same query. */
export type ReadSession<Row extends SessionRow = SessionRow> = (db: Db, tokenHash: Buffer) => Promise<Row>;

/**
 * Finds the session of a call and extends it (API-05, semantics.md "Auth and sessions").
 * @param isOpen whether the call is open to excluded members too (`openToExcluded` of the contract)
 * @throws AppError UNAUTHORIZED without a known token, EXPIRED_AUTH_TOKEN after a time-out, INVALID_USER_1 if the
 * member is gone, INVALID_USER_2 if the member is suspended, INVALID_USER_3 if the member is excluded, INVALID_USER_4 if the session was opened on another kind
 * of device
 */
export async function authenticate(
  db: Db,
  request: FastifyRequest,
  { isOpen, read = readSession }: { isOpen: boolean; read?: ReadSession | undefined },
): Promise<Session> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = tokenHash(token);
  if (hash === null) throw new AppError('UNAUTHORIZED', 'No bearer token.');
  const row = await read(db, hash);
  const memberId = requireLasting(row, request, isOpen);
  if (row.is_due) await renew(db, hash);
  const proof = tokenHash(String(request.headers[STEP_UP_HEADER.toLowerCase()] ?? ''));
  return { memberId, tokenHash: hash, proof, row };
}

/** Whose session it is, while it is good for this request. @throws AppError as authenticate, for a token */
export function requireLasting(row: SessionRow, request: FastifyRequest, isOpen: boolean): bigint {
  if (!row.is_known) throw new AppError('UNAUTHORIZED', 'Unknown token.');
  if (row.is_expired) throw new AppError('EXPIRED_AUTH_TOKEN');
  if (row.id === null) throw new AppError('INVALID_USER_1');
  if (row.status !== 'active') throw new AppError('INVALID_USER_2');
  if (row.is_limited && !isOpen) throw new AppError('INVALID_USER_3');
  if (row.device_class !== null && row.device_class !== classOf(request))
    throw new AppError('INVALID_USER_4');
  return row.id;
}

function classOf(request: FastifyRequest): string | null {
  return deviceClass(storedUserAgent(request.headers['user-agent']));
}

async function renew(db: Db, hash: Buffer): Promise<void> {
  await sql`
    update session set last_seen_at = site.now()
    where token_hash = ${hash} and last_seen_at < site.now() - interval '1 minute'`.execute(db);
}
