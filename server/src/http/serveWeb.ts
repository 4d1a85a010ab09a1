import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const BUILD = join(import.meta.dirname, '../../../web/dist');

/** The page of the app's build. */
export const PAGE_FILE = join(BUILD, 'index.html');

/**
 * Serves the member app with its precompressed files; every path that is no file and no call answers the page, whose
 * router decides (history mode). Without a build there is nothing to serve: the API stands alone.
 */
export async function serveWeb(app: FastifyInstance, build = BUILD): Promise<void> {
  if (!existsSync(join(build, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: build,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(build, 'assets'));
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/')) return reply.callNotFound();
    // A file that was not there at the start: the app was built anew.
    return reply.sendFile(/\.[a-z0-9]+$/i.test(pathname) ? pathname : 'index.html');
  });
}
