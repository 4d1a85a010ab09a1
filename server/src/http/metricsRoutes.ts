import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';

const PATH = '/metrics';
/** Routes of files: one name for all of them. */
const FILES = /\*|\.[a-z0-9]+$|^\/docs/i;

/**
 * Measures every call and serves GET /metrics to whoever shows KRAPAO_METRICS_TOKEN as bearer. Without that setting the
 * sandbox serves it openly, which holds nothing real, and production not at all (docs/decisions/098-metrics-and-traces.md).
 */
export function metricsRoutes(app: FastifyInstance, { config, metrics }: AppContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (route !== PATH) {
      const seconds = reply.elapsedTime / 1000;
      metrics.observeCall({ method: request.method, route, status: reply.statusCode, seconds });
    }
    done();
  });

  app.get(PATH, { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) throw new AppError('NOT_FOUND');
    const { contentType, text } = await metrics.render();
    return reply.header('Cache-Control', 'no-store').type(contentType).send(text);
  });

  function mayRead(authorization = ''): boolean {
    if (config.metricsToken === undefined) return config.mode === 'sandbox';
    const digest = (value: string) => createHash('sha256').update(value).digest();
    return timingSafeEqual(digest(authorization), digest(`Bearer ${config.metricsToken}`));
  }
}

/** The pattern of the route that was met: what was asked for itself may hold names and passwords. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined) return 'none';
  return FILES.test(url) ? 'files' : url;
}
