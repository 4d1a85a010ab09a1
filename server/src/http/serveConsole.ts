import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { inlineHashes } from './securityHeaders.ts';

const BUILD = join(import.meta.dirname, '../../../console/dist');

/**
 * The console's UI kit writes its variables into style elements at run time. Scripts are only our own files and what
 * the page itself contains, and the page loads nothing from other sites.
 */
const policyFor = (page: string) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(page).scripts].join(' '),
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
 * Serves the operators' console at /console; its router decides what a path shows. Files are read from disk at each
 * request, so a rebuilt console needs no restart. Without a build nothing is served.
 */
export async function serveConsole(app: FastifyInstance, build = BUILD): Promise<void> {
  const page = join(build, 'index.html');
  if (!existsSync(page)) return;
  await app.register(fastifyStatic, {
    root: join(build, 'assets'),
    prefix: '/console/assets/',
    decorateReply: false,
    cacheControl: false,
    logLevel: 'debug',
    setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  app.get('/console/sw.js', { schema: { hide: true }, logLevel: 'debug' }, async (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(await readFile(join(build, 'sw.js'))),
  );
  for (const url of ['/console', '/console/*']) {
    app.get(url, { schema: { hide: true }, logLevel: 'debug' }, async (_request, reply) =>
      reply
        .header('Content-Security-Policy', policyFor(page))
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(await readFile(page)),
    );
  }
}
