import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Variant } from '@krapao/contract/variant';
import { sendAppFile, startAppHost } from './appHost.ts';
import { plainCalls } from './plainCalls.ts';

const DIST = join(import.meta.dirname, '../../web/dist');
/** The headers of the specification's calls (section 7), which a page of another origin may send. */
const HEADERS = ['authorization', 'content-type', 'x-requested-with'];

/** A server that holds the calls of the specification's section 7 and the fields of its section 3, and nothing else. */
interface PlainServer {
  /** Where the app is: at the server itself, or at a host of files of another origin. */
  url: string;
  /**
   * The writing calls that the specification does not have, the fields that it does not have in those it has, and the
   * headers that a page of another origin may not send.
   */
  strange: string[];
  /** The writing calls that were answered. */
  written: string[];
  stop(): Promise<void>;
}

/**
 * Starts one with the built app. Fields beyond the specification are refused.
 * @param isApart the app is on another origin, built for this server, which lets it send the specification's headers alone
 */
export async function startPlainServer(variant: Variant, isApart: boolean): Promise<PlainServer> {
  const strange: string[] = [];
  const written: string[] = [];
  const calls = plainCalls(variant);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://plain');
    if (!isApart && !pathname.startsWith('/api/')) return sendAppFile(DIST, pathname, response);
    if (isApart) response.setHeader('access-control-allow-origin', request.headers.origin ?? 'null');
    if (isApart && request.method === 'OPTIONS') return allowHeaders(request, response, strange);
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
    if (method !== 'GET') written.push(`${method} ${pathname}`);
    const given = found.answer(body, pathname.split('/').at(-1) ?? '');
    if (given === undefined) return void response.writeHead(204).end();
    sendJson(response, 200, given);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendJson(response, 500, { message: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = isApart ? await startAppHost(url) : null;
  return {
    url: host?.url ?? url,
    strange,
    written,
    stop: () =>
      new Promise((resolve) => {
        host?.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Tells the browser what a page of another origin may send; with any other header it does not make the call. */
function allowHeaders({ headers }: IncomingMessage, response: ServerResponse, strange: string[]): void {
  const asked = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
  strange.push(...asked.filter((name) => name !== '' && !HEADERS.includes(name)));
  response
    .writeHead(204, {
      'access-control-allow-headers': HEADERS.join(', '),
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    })
    .end();
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return isJson && parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
}

function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
