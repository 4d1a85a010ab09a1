import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

export interface HelloWorld {
  url: string;
  /** Gzip bytes of its JavaScript. */
  scriptBytes: number;
  stop(): Promise<void>;
}

/**
 * A bare React page, built with the same tools and served with brotli like the product.
 * @param page its folder in bench/
 */
export async function startHelloWorld(port: number, page: 'hello' | 'list' = 'hello'): Promise<HelloWorld> {
  const outDir = await mkdtemp(join(tmpdir(), 'krapao-hello-'));
  await build({
    root: join(import.meta.dirname, '..', page),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const files = new Map<string, Buffer>();
  for (const name of await readdir(outDir, { recursive: true })) {
    if (extname(name) in TYPES) files.set(`/${name}`, await readFile(join(outDir, name)));
  }
  await rm(outDir, { recursive: true, force: true });
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const content = files.get(path);
    if (!content) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)], 'Content-Encoding': 'br' });
    response.end(brotliCompressSync(content));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  return {
    url: `http://127.0.0.1:${port}/`,
    scriptBytes: scripts.reduce((sum, [, content]) => sum + gzipSync(content).length, 0),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
