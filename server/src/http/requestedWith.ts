import { REQUESTED_WITH } from '@krapao/contract/client';
import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../appError.ts';

/**
 * Refuses calls without the header that browsers do not send across sites on their own (semantics.md, wire
 * conventions).
 */
export const requireRequestedWith: onRequestHookHandler = (request, _reply, done) => {
  const value = request.headers['x-requested-with'];
  if (value === undefined || value === '')
    return done(new AppError('KEY_MISSING', 'The X-Requested-With header is missing.'));
  if (value !== REQUESTED_WITH)
    return done(new AppError('KEY_INVALID', 'The X-Requested-With header has another value.'));
  done();
};
