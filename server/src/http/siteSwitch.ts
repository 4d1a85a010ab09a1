import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';

/** Answers 410 gone to every call of members and visitors while the site is switched off (RTE-06, API-04). */
export function requireActiveSite({ settings }: AppContext): onRequestHookHandler {
  return (_request, _reply, done) => {
    done(settings.get('site').isActive ? undefined : new AppError('SITE_TERMINATED'));
  };
}
