import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** A hook that admits only the server, which knows the shared secret. */
export function requireApiKey(secret: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = Buffer.from(String(request.headers['x-api-key'] ?? ''));
    const expected = Buffer.from(secret);
    if (key.length !== expected.length || !timingSafeEqual(key, expected)) {
      throw new Problem(401, 'UNAUTHORIZED', 'The header x-api-key is missing or wrong.');
    }
  };
}
