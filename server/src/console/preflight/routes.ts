import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { countWithin } from '../../http/rateCounter.ts';
import { preflight } from '../../preflight/preflight.ts';

/** The page asks once for each group. */
const RUNS = { name: 'preflight', limit: 60, seconds: 60 };

/** What the site needs before real money. */
export function preflightRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/preflight', async ({ operator, query }) => {
    await countWithin(context.db, RUNS, String(operator.id));
    const checks = await preflight(context, {
      groups: query.group && [query.group],
      report: (error, about) => context.log.error({ err: error, ...about }, 'a check of the preflight broke'),
    });
    await context.connections.book.flush();
    return { checkedAt: clock.date().toISOString(), checks };
  });
}
