import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Answers with a file of a built app; an address without an ending is a page of it. */
export async function sendAppFile(folder: string, pathname: string, response: ServerResponse): Promise<void> {
  const file = extname(pathname) === '' ? 'index.html' : pathname;
  const content = await readFile(join(folder, file)).catch(() => null);
  if (content === null) return void response.writeHead(404).end();
  response
    .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    .end(content);
}

/**
 * Builds the member's app for a backend of another origin, and serves it as a plain host of files does.
 * @param apiUrl of the backend
 * @param port any free one by default
 */
export async function startAppHost(apiUrl: string, port = 0): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-apart-'));
  execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { cwd: join(ROOT, 'web'), env: { ...process.env, VITE_API_BASE: apiUrl } },
  );
  const host = createServer((request, response) => {
    void sendAppFile(folder, new URL(request.url ?? '/', apiUrl).pathname, response);
  });
  await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    stop: () => {
      host.closeAllConnections();
      host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
