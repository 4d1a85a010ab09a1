import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ASSETS = join(import.meta.dirname, '../../assets');
const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

interface Media {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Serves the art that comes with the server: provider logos and backgrounds, banners. All files are SVG. Each is
 * compressed at its first request and stays in memory.
 */
export async function serveMedia(app: FastifyInstance): Promise<void> {
  const names = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.svg'),
  );
  const media = new Map<string, () => Promise<Media>>(
    names.map((name) => [name.replaceAll('\\', '/'), once(() => readMedia(name))]),
  );
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const read = media.get(request.params['*']);
    if (!read) return reply.callNotFound();
    return answer(request, reply, await read());
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, media: Media): FastifyReply {
  reply
    .header('Cache-Control', 'public, max-age=86400')
    .header('ETag', media.etag)
    .header('Vary', 'Accept-Encoding')
    // The app may be served from another origin.
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    // An SVG opened directly must not run scripts.
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (request.headers['if-none-match'] === media.etag) return reply.code(304).send();
  const accepted = (request.headers['accept-encoding'] ?? '').split(',').map((name) => name.trim());
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type('image/svg+xml').send(media[encoding ?? 'plain']);
}

async function readMedia(name: string): Promise<Media> {
  const plain = await readFile(join(ASSETS, name));
  const [br, gz] = await Promise.all([
    pack.br(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    pack.gzip(plain, { level: 9 }),
  ]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { etag, plain, br, gzip: gz };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
