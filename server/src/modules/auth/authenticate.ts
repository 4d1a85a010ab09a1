import type { FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';

/** The session behind a bearer token. */
export interface Session {
  memberId: bigint;
  /** SHA-256 of the token, the session's key in the database. */
  tokenHash: Buffer;
}

export async function authenticate(_db: Db, _request: FastifyRequest): Promise<Session> {
  throw new AppError('UNAUTHORIZED');
}
