import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PLAYED } from '../games/providers.ts';

/** Styles, scripts and fonts; and one style sheet a provider with the colours of its games. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const packages = createRequire(import.meta.url);
  const own = fileURLToPath(new URL('../../assets/', import.meta.url));
  await app.register(fastifyStatic, { root: own, prefix: '/assets/' });
  for (const family of ['hanken-grotesk', 'noto-sans-thai']) {
    const root = join(dirname(packages.resolve(`@fontsource/${family}/package.json`)), 'files');
    await app.register(fastifyStatic, {
      root,
      prefix: `/assets/fonts/${family}/`,
      decorateReply: false,
      maxAge: '1d',
    });
  }
  for (const { code, ground, ornament } of PLAYED) {
    app.get(`/assets/providers/${code}.css`, async (_request, reply) =>
      reply.type('text/css').send(`:root{--ground:${ground};--ornament:${ornament}}`),
    );
  }
}
