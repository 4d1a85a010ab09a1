import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Whether a header of the caller is this one. */
export function isKey(given: unknown, expected: string): boolean {
  const [one, other] = [Buffer.from(String(given ?? '')), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A hook that admits only the server, which knows the shared secret. */
export function requireApiKey(secret: string) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    if (!isKey(headers['x-api-key'], secret))
      throw new Problem(401, 'UNAUTHORIZED', 'The header x-api-key is missing or wrong.');
  };
}

/** Admits a caller whose bearer token is the shared secret, as the makers that a template describes ask for it. */
export function requireBearer({ headers }: FastifyRequest, secret: string): void {
  if (!isKey(headers.authorization, `Bearer ${secret}`))
    throw new Problem(401, 'WRONG_KEY', 'The key is wrong.');
}
