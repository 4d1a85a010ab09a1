import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSandbox } from '../app.ts';

export const SECRET = 'sandbox-test-secret';

export interface TestSandbox {
  url: string;
  dataDir: string;
  /** A call with the server's key; the body as JSON. */
  call(method: string, path: string, body?: object): Promise<{ status: number; body: Answer }>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes.
type Answer = any;

/** A sandbox on a free port; with `dataDir`, on existing state. */
export async function openTestSandbox(
  options: { dataDir?: string; webhookUrl?: string } = {},
): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'krapao-sandbox-'));
  const app = await buildSandbox({
    dataDir,
    secret: SECRET,
    webhookUrl: options.webhookUrl ?? null,
    publicUrl: null,
    webhookRetryMs: 20,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    dataDir,
    async call(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'x-api-key': SECRET, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    close: () => app.close(),
  };
}

export function removeWorld(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

export interface Delivery {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server that takes webhooks; it answers the first `refuse` deliveries with 500, the others with `answer`. */
export async function openReceiver(
  refuse = 0,
  answer: (body: string) => string = () => '',
): Promise<{ url: string; deliveries: Delivery[]; close(): Promise<void> }> {
  const deliveries: Delivery[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    deliveries.push({ path: request.url ?? '', headers: request.headers, body });
    response.statusCode = deliveries.length <= refuse ? 500 : 200;
    response.end(answer(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Resolves when `holds` does; throws after half a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('This did not come true within half a minute.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
