import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NodeProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const SECRET = 'bench-sandbox-secret';

/** The sandbox's secret for the nodes of startNode. */
export const SANDBOX_SECRET = SECRET;

/** Starts a node of the product in its own process, as `npm start` does, on an existing database. */
export async function startNode(
  databaseUrl: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<NodeProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-'));
  const child = await start('../server/src/main.ts', {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    KRAPAO_DATA: folder,
    SANDBOX_SECRET: SECRET,
    KRAPAO_MODE: 'sandbox',
    ...environment,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a bare Fastify that answers `{ hello: 'world' }`. */
export async function startHello(port: number): Promise<NodeProcess> {
  const child = await start('hello/server.ts', { PORT: String(port) });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) };
}

/** Starts a bare Fastify that only runs the database query of GET /api/wallet. */
export async function startAsking(databaseUrl: string, port: number): Promise<NodeProcess> {
  const child = await start('hello/asking.ts', { PORT: String(port), DATABASE_URL: databaseUrl });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) };
}

async function start(path: string, environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, path)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${path} ended with ${code}`))),
  ]);
  if (!(message as { ready?: boolean }).ready) throw new Error(`${path} did not start`);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
