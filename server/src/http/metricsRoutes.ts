import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { clock, machineClock } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { markSite } from '../siteMarks.ts';
import { within } from '../within.ts';

const PATH = '/metrics';
/** All file routes share one name. */
const FILES = /\*|\.[a-z0-9]+$|^\/docs/i;
const MARK_EVERY_MS = 60_000;
const MARK_WITHIN_MS = 1_000;

/**
 * Measures every call and serves GET /metrics to callers with KRAPAO_METRICS_TOKEN as bearer token. Without that
 * setting, production does not serve it, and the sandbox, which has no real data, serves it openly
 * (docs/decisions/098-metrics-and-traces.md).
 */
export function metricsRoutes(app: FastifyInstance, { config, db, metrics }: AppContext): void {
  let markedAt = 0;
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (route !== PATH) {
      const seconds = reply.elapsedTime / 1000;
      metrics.observeCall({ method: request.method, route, status: reply.statusCode, seconds });
    }
    done();
  });

  app.get(PATH, { schema: { hide: true }, logLevel: 'debug' }, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) throw new AppError('NOT_FOUND');
    const { contentType, text } = await metrics.render();
    if (clock.now() - markedAt > MARK_EVERY_MS) {
      markedAt = clock.now();
      // A scrape is answered even without the database.
      await within(
        MARK_WITHIN_MS,
        markSite(db, 'metrics.scraped').catch(() => undefined),
        machineClock,
      );
    }
    return reply.header('Cache-Control', 'no-store').type(contentType).send(text);
  });

  function mayRead(authorization = ''): boolean {
    if (config.metricsToken === undefined) return config.mode === 'sandbox';
    const digest = (value: string) => createHash('sha256').update(value).digest();
    return timingSafeEqual(digest(authorization), digest(`Bearer ${config.metricsToken}`));
  }
}

/** The pattern of the matched route: the requested path itself may contain names and passwords. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined) return 'none';
  return FILES.test(url) ? 'files' : url;
}
