import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { outcomeOf } from '../../calls/outcomeOf.ts';
import type { AppContext } from '../../context.ts';

/** What became of a money call whose answer was lost (TRF-01, WDR-01). */
export function outcomeRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/outcome/:key', ({ session, params }) =>
    outcomeOf(context, session.memberId, params.key),
  );
}
