import { REQUESTED_WITH } from '@krapao/contract/client';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';

/** Refuses calls without the header that browsers never send across sites by themselves (semantics.md, wire conventions). */
export async function requireRequestedWith(request: FastifyRequest): Promise<void> {
  const value = request.headers['x-requested-with'];
  if (value === undefined || value === '')
    throw new AppError('KEY_MISSING', 'The X-Requested-With header is missing.');
  if (value !== REQUESTED_WITH)
    throw new AppError('KEY_INVALID', 'The X-Requested-With header has another value.');
}
