import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const BUILD = join(import.meta.dirname, '../../../web/dist');

/** The built index.html of the app. */
export const PAGE_FILE = join(BUILD, 'index.html');

/**
 * Serves the member app with its precompressed files. Every path that is neither a file nor a call answers the page,
 * whose router decides (history mode). Without a build only the API is served.
 */
export async function serveWeb(app: FastifyInstance, build = BUILD): Promise<void> {
  if (!existsSync(join(build, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: build,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    logLevel: 'debug',
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(build, 'assets'));
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true }, logLevel: 'debug' }, (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/')) return reply.callNotFound();
    // A file that did not exist at the start: the app was rebuilt.
    return reply.sendFile(/\.[a-z0-9]+$/i.test(pathname) ? pathname : 'index.html');
  });
}
