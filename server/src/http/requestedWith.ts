import { REQUESTED_WITH } from '@krapao/contract/client';
import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../appError.ts';
import { misusedBy } from './fetchMetadata.ts';

/**
 * Refuses calls without the header that browsers do not send across sites on their own (semantics.md, wire
 * conventions), and calls that a browser says came from something else than a script of an admitted page. The
 * specification changes state by some GETs, which need the second as well (OWASP ASVS 5.0, 3.5.3).
 * @param allowedOrigins other origins whose pages may call
 */
export function requireRequestedWith(allowedOrigins: readonly string[]): onRequestHookHandler {
  return (request, _reply, done) => {
    const value = request.headers['x-requested-with'];
    if (value === undefined || value === '')
      return done(new AppError('KEY_MISSING', 'The X-Requested-With header is missing.'));
    if (value !== REQUESTED_WITH)
      return done(new AppError('KEY_INVALID', 'The X-Requested-With header has another value.'));
    const header = misusedBy(request.headers, allowedOrigins);
    if (header !== undefined)
      return done(new AppError('KEY_INVALID', `The ${header} header is not that of a call.`));
    done();
  };
}
