import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const ASSETS = join(import.meta.dirname, '../../assets');

/** Serves the art that comes with the server: provider logos and backgrounds, banners. */
export async function serveMedia(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: ASSETS,
    prefix: '/media/',
    decorateReply: false,
    maxAge: '1d',
    setHeaders: (reply) => {
      // The app may be served from another origin.
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      // An SVG opened by itself must not run anything.
      reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
}
