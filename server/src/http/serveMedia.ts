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

/** The games of the sandbox alone have art that comes with the server. */
const OF_SANDBOX = 'providers/';
/** About 15 kB each. */
const DRAWN_MOST = 400;

/**
 * Serves the art that comes with the server: banners, and in the sandbox logos and backgrounds of its games; pictures of
 * other games are drawn. All are SVG. Each is compressed at its first request and stays in memory.
 * @param draw the picture at a path below `/media/`, if it can be drawn
 */
export async function serveMedia(
  app: FastifyInstance,
  { hasSandbox, draw }: { hasSandbox: boolean; draw: (path: string) => Promise<string | undefined> },
): Promise<void> {
  const names = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.svg'))
    .filter((name) => hasSandbox || !name.startsWith(OF_SANDBOX));
  const media = new Map<string, () => Promise<Media>>(
    names.map((name) => [name, once(async () => packed(await readFile(join(ASSETS, name))))]),
  );
  const drawn = new Map<string, Promise<Media>>();
  const drawnMedia = async (path: string) => {
    const svg = await draw(path);
    if (svg === undefined) return undefined;
    const known = drawn.get(svg) ?? packed(Buffer.from(svg));
    if (drawn.size >= DRAWN_MOST) drawn.clear();
    drawn.set(svg, known);
    return known;
  };
  app.get<{ Params: { '*': string } }>(
    '/media/*',
    { schema: { hide: true }, logLevel: 'debug' },
    async (request, reply) => {
      const path = request.params['*'];
      const found = await (media.get(path)?.() ?? drawnMedia(path));
      if (!found) return reply.callNotFound();
      return answer(request, reply, found);
    },
  );
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

async function packed(plain: Buffer): Promise<Media> {
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
