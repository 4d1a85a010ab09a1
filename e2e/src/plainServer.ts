import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Variant } from '@krapao/contract/variant';
import { plainCalls } from './plainCalls.ts';

const DIST = join(import.meta.dirname, '../../web/dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** A server that holds the calls of the specification's section 7 and the fields of its section 3, and nothing else. */
interface PlainServer {
  url: string;
  /** The writing calls that the specification does not have, and the fields that it does not have in those it has. */
  strange: string[];
  stop(): Promise<void>;
}

/** Starts one with the built app. Fields beyond the specification are refused. */
export async function startPlainServer(variant: Variant): Promise<PlainServer> {
  const strange: string[] = [];
  const calls = plainCalls(variant);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://plain');
    if (!pathname.startsWith('/api/')) return sendFile(pathname, response);
    const method = request.method ?? 'GET';
    const found = calls.find((call) => call.method === method && call.path.test(pathname));
    if (found === undefined) {
      if (method !== 'GET') strange.push(`${method} ${pathname}`);
      return sendJson(response, 404, { message: 'Not Found' });
    }
    const body = await bodyOf(request);
    const extra = Object.keys(body).filter((name) => !found.fields.includes(name));
    if (extra.length > 0) {
      strange.push(`${method} ${pathname} ${extra.join(' ')}`);
      return sendJson(response, 400, { message: `unknown ${extra.join(' ')}` });
    }
    sendJson(response, 200, found.answer(body, pathname.split('/').at(-1) ?? ''));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendJson(response, 500, { message: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strange,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return isJson && parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
}

async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const file = extname(pathname) === '' ? 'index.html' : pathname;
  const content = await readFile(join(DIST, file)).catch(() => null);
  if (content === null) return sendJson(response, 404, {});
  response
    .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    .end(content);
}

function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
