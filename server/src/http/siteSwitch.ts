import type { FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';

/** Answers 410 gone to every call of members and visitors while the site is switched off (RTE-06, API-04). */
export function requireActiveSite({ settings }: AppContext): (request: FastifyRequest) => Promise<void> {
  return async () => {
    if (!settings.get('site').isActive) throw new AppError('SITE_TERMINATED');
  };
}
