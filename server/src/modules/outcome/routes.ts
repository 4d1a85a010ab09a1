import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { outcomeOf } from './outcomeOf.ts';

/** What became of a money call whose answer was lost (TRF-01, WDR-01). */
export function outcomeRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/outcome/:key', ({ session, params }) =>
    outcomeOf(context, session.memberId, params.key),
  );
}
