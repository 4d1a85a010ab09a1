import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const BUILD = join(import.meta.dirname, '../../../console/dist');

/**
 * The console's kit writes its variables into style elements as it runs; scripts stay those of our files alone, and the
 * page asks and shows nothing of other sites.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the operator's console at /console, whose router decides what a path shows. Everything is read from the disk
 * when it is asked for, so that a console that was built anew is there without a restart. Without a build there is none.
 */
export async function serveConsole(app: FastifyInstance, build = BUILD): Promise<void> {
  const page = join(build, 'index.html');
  if (!existsSync(page)) return;
  await app.register(fastifyStatic, {
    root: join(build, 'assets'),
    prefix: '/console/assets/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  for (const url of ['/console', '/console/*']) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('Content-Security-Policy', POLICY)
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(await readFile(page)),
    );
  }
}
