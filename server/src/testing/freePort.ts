import { createServer } from 'node:net';

// Below the ephemeral ports of operating systems, so that no connection takes a port between here and its use. Each
// worker of a run has its own range.
const FIRST = 12_000;
const OF_A_WORKER = 400;
const WORKERS = 50;

// Vitest and Playwright name their workers in this way.
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
// A run beside has other ranges: by the process that started the workers, far enough for its workers.
const range = FIRST + ((worker + process.ppid * 7) % WORKERS) * OF_A_WORKER;
// Should two runs meet all the same, they start at other ports.
let next = process.pid;

/** A free TCP port of 127.0.0.1, which no other caller gets. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < OF_A_WORKER; tries += 1) {
    next += 1;
    const port = range + (next % OF_A_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${range} on is free.`);
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
