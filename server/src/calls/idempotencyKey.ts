import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';

const KEY = /^[\x21-\x7e]{1,64}$/;

/** The Idempotency-Key header (IETF draft): at most 64 visible ASCII characters; the draft's quotes are removed. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header).replace(/^"(.*)"$/, '$1');
  if (!KEY.test(key))
    throw new AppError('INVALID_REQUEST', 'Idempotency-Key must have 1 to 64 visible characters.');
  return key;
}
