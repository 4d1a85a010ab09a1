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
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(PAGE_FILE)) return;
  await app.register(fastifyStatic, {
    root: BUILD,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(BUILD, 'assets'));
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const isPage = !pathname.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(pathname);
    return isPage ? reply.sendFile('index.html') : reply.callNotFound();
  });
}
